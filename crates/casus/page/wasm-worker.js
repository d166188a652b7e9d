// A worker that runs the library: requests in, answers out. After a panic it sends the panic's message and can answer no more.
let engine = null;
/** Whether the next request must panic, for tests. */
let failing = false;
/** The time at which a long computation must stop. */
let until = Infinity;
const given = { casus: { enough: () => (performance.now() > until ? 1 : 0) } };

async function begin(address) {
  const file = await fetch(address);
  if (!file.ok) throw new Error(`${address}: ${file.status}`);
  // A web server that does not know the media type of WebAssembly sends another one.
  const { instance } = file.headers.get('Content-Type') === 'application/wasm' ? await WebAssembly.instantiateStreaming(file, given)
    : await WebAssembly.instantiate(await file.arrayBuffer(), given);
  instance.exports.begin();
  engine = instance.exports;
}

const text = (place, bytes) => new TextDecoder().decode(new Uint8Array(engine.memory.buffer, place, bytes));

function ask(request, within = Infinity) {
  until = performance.now() + within;
  const bytes = new TextEncoder().encode(request);
  try {
    // A size that no memory has room for causes a panic.
    if (failing) engine.request(-1);
    // This call can grow the memory, so take its buffer afterwards.
    const at = engine.request(bytes.length);
    new Uint8Array(engine.memory.buffer, at, bytes.length).set(bytes);
    const place = engine.ask();
    return { answer: text(place, engine.answer()) };
  } catch (e) {
    return { failed: text(engine.place(), engine.answer()) || e.message };
  }
}

onmessage = async ({ data }) => {
  try {
    if (data.begin) {
      await begin(data.begin);
      postMessage({ n: data.n, answer: '{}' });
    } else if (data.fail) failing = true;
    else postMessage({ n: data.n, ...ask(data.request, data.within) });
  } catch (e) {
    postMessage({ n: data.n, failed: e.message });
  }
};
