// One engine, in a worker: requests in, answers out. A panic ends it; what it was about goes out, and the worker is done.
let engine = null;

async function begin(address) {
  const { instance } = await WebAssembly.instantiateStreaming(fetch(address), {});
  instance.exports.begin();
  engine = instance.exports;
}

const text = (place, bytes) => new TextDecoder().decode(new Uint8Array(engine.memory.buffer, place, bytes));

function ask(request) {
  const bytes = new TextEncoder().encode(request);
  // The memory may grow by this, and is another afterwards.
  const at = engine.request(bytes.length);
  new Uint8Array(engine.memory.buffer, at, bytes.length).set(bytes);
  try {
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
    } else postMessage({ n: data.n, ...ask(data.request) });
  } catch (e) {
    postMessage({ n: data.n, failed: e.message });
  }
};
