// One engine, in a worker: requests in, answers out. A panic ends it; what it was about goes out, and the worker is done.
let engine = null;
/** Whether the next request is to fail: so that what comes of a panic can be tried. */
let failing = false;
/** When what takes long is to stop. */
let until = Infinity;
const given = { casus: { enough: () => (performance.now() > until ? 1 : 0) } };

async function begin(address) {
  const file = await fetch(address);
  if (!file.ok) throw new Error(`${address}: ${file.status}`);
  // A web server that does not know the kind of such a file gives it all the same.
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
    // More than there is room for anywhere: a panic as good as any.
    if (failing) engine.request(-1);
    // The memory may grow by this, and is another afterwards.
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
