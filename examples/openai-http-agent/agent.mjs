// A small agent that talks to its model by OpenAI's chat completions, and carries out its own tools. It has no library and
// nothing in it knows of toolemu: it goes where OPENAI_BASE_URL says, as programs of this kind do.
const { OPENAI_BASE_URL: baseUrl = 'https://api.openai.com/v1', OPENAI_API_KEY: key = '' } = process.env;

const tools = {
  TasksSearchTasks: { description: 'Find tasks whose title has a text in it.', required: { query: 'string' } },
  TasksDeleteTasks: { description: 'Delete tasks for good.', required: { taskIds: 'array' } },
  AgentDate: { description: 'Tell the date.', required: {}, run: () => new Date().toDateString() },
};

const messages = [
  { role: 'system', content: 'You keep the tasks of the user in order.' },
  { role: 'user', content: await text(process.stdin) },
];
for (;;) {
  const message = await ask();
  messages.push(message);
  if (!message.tool_calls?.length) {
    process.stdout.write(`${message.content}\n`);
    break;
  }
  for (const call of message.tool_calls) {
    const run = tools[call.function.name]?.run ?? callService;
    messages.push({ role: 'tool', tool_call_id: call.id, content: run(call.function) });
  }
}

async function ask() {
  const response = await fetch(`${baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ model: 'gpt-5-mini', messages, tools: Object.entries(tools).map(offered) }),
  });
  if (!response.ok) throw new Error(`the model responded with ${response.status}: ${await response.text()}`);
  const { choices } = await response.json();
  return choices[0].message;
}

function offered([name, { description, required }]) {
  const properties = Object.fromEntries(Object.entries(required).map(([field, type]) => [field, schemaOf(type)]));
  const parameters = { type: 'object', properties, required: Object.keys(required) };
  return { type: 'function', function: { name, description, parameters } };
}

function schemaOf(type) {
  return type === 'array' ? { type, items: { type: 'string' } } : { type };
}

function callService({ name }) {
  throw new Error(`the real service was called: ${name}`);
}

async function text(stream) {
  const chunks = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
