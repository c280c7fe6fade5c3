// A coding agent that does what its prompt says, step by step: a real process that speaks the real protocol.
// The script is the JSON between ```script and ``` in the prompt, or after `--does`; without one it says "ok".
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { Readable, Writable } from 'node:stream'
import { agent, methods, ndJsonStream } from '@agentclientprotocol/sdk'

const keepsSessions = process.argv.includes('--keeps-sessions')
const store = path.join(process.env.HOME ?? '/tmp', '.scripted-agent')
const sessions = new Map()
let count = 0

const app = agent({ name: 'scripted' })
  .onRequest(methods.agent.initialize, ({ params }) => {
    seen.capabilities = params.clientCapabilities
    return {
      protocolVersion: 1,
      agentCapabilities: { loadSession: keepsSessions },
      agentInfo: { name: 'scripted', version: '1.0.0' },
    }
  })
  .onRequest(methods.agent.session.new, ({ params }) => {
    count += 1
    const id = `session-${process.pid}-${count}`
    sessions.set(id, { ...params, said: [] })
    return { sessionId: id }
  })
  .onRequest(methods.agent.session.load, async ({ params, client }) => {
    const file = path.join(store, `${params.sessionId}.json`)
    const said = JSON.parse(fs.readFileSync(file, 'utf8'))
    sessions.set(params.sessionId, { ...params, said })
    for (const text of said) await tell(client, params.sessionId, message(text))
    return {}
  })
  .onNotification(methods.agent.session.cancel, ({ params }) => {
    if (!seen.deaf) sessions.get(params.sessionId)?.cancel?.()
  })
  .onRequest(methods.agent.session.prompt, async ({ params, client }) => {
    const session = sessions.get(params.sessionId)
    const cancelled = new Promise(resolve => {
      session.cancel = () => resolve('cancelled')
    })
    const text = params.prompt.map(block => block.text ?? '').join('\n')
    const stopReason = await Promise.race([follow(client, params.sessionId, scriptIn(text)), cancelled])
    if (keepsSessions) {
      fs.mkdirSync(store, { recursive: true })
      fs.writeFileSync(path.join(store, `${params.sessionId}.json`), JSON.stringify(session.said))
    }
    return { stopReason }
  })

const seen = { capabilities: undefined, deaf: false }
app.connect(ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)))

function scriptIn(text) {
  const found = /```script\n([\s\S]*?)\n```/.exec(text)
  if (found !== null) return JSON.parse(found[1])
  const at = process.argv.indexOf('--does')
  return at < 0 ? [{ say: 'ok' }] : JSON.parse(process.argv[at + 1])
}

async function follow(client, sessionId, steps) {
  for (const step of steps) {
    const [[verb, value]] = Object.entries(step)
    const outcome = await verbs[verb](client, sessionId, value, step)
    if (typeof outcome === 'string') return outcome
  }
  return 'end_turn'
}

/** Each does one thing; one that answers with a reason ends the turn. */
const verbs = {
  async say(client, sessionId, text) {
    const session = sessions.get(sessionId)
    session.said.push(text)
    await tell(client, sessionId, message(text))
  },
  think: (client, sessionId, text) =>
    tell(client, sessionId, { sessionUpdate: 'agent_thought_chunk', content: { type: 'text', text } }),
  plan: (client, sessionId, entries) =>
    tell(client, sessionId, {
      sessionUpdate: 'plan',
      entries: entries.map(content => ({ content, priority: 'medium', status: 'pending' })),
    }),
  tool: (client, sessionId, call) => tell(client, sessionId, { sessionUpdate: 'tool_call', ...call }),
  done: (client, sessionId, toolCallId) =>
    tell(client, sessionId, { sessionUpdate: 'tool_call_update', toolCallId, status: 'completed' }),
  usage: (client, sessionId, usage) => tell(client, sessionId, { sessionUpdate: 'usage_update', ...usage }),
  /** Asks for leave; `then` and `else` are what follows. */
  async ask(client, sessionId, { id = `call-${Math.random()}`, title, kind, paths = [], ...more }, step) {
    const { outcome } = await client.request(methods.client.session.requestPermission, {
      sessionId,
      toolCall: { toolCallId: id, title, kind, locations: paths.map(file => ({ path: at(sessionId, file) })), ...more },
      options: [
        { optionId: 'yes', name: 'Allow', kind: 'allow_once' },
        { optionId: 'yes-always', name: 'Always allow', kind: 'allow_always' },
        { optionId: 'no', name: 'Reject', kind: 'reject_once' },
      ],
    })
    const answer = outcome.outcome === 'selected' ? outcome.optionId : outcome.outcome
    await verbs.say(client, sessionId, `[${answer}]`)
    return follow(client, sessionId, (answer.startsWith('yes') ? step.then : step.else) ?? []).then(unlessEnd)
  },
  /** Through the protocol. */
  write: (client, sessionId, { path: file, content }) =>
    attempt(client, sessionId, () =>
      client.request(methods.client.fs.writeTextFile, { sessionId, path: at(sessionId, file), content }),
    ),
  read: (client, sessionId, file) =>
    attempt(client, sessionId, async () => {
      const { content } = await client.request(methods.client.fs.readTextFile, { sessionId, path: at(sessionId, file) })
      await verbs.say(client, sessionId, content)
    }),
  /** With its own hands. */
  scribble: (client, sessionId, { path: file, content }) =>
    attempt(client, sessionId, async () => {
      const place = at(sessionId, file)
      fs.mkdirSync(path.dirname(place), { recursive: true })
      fs.writeFileSync(place, content)
    }),
  peek: (client, sessionId, file) =>
    attempt(client, sessionId, async () => verbs.say(client, sessionId, fs.readFileSync(at(sessionId, file), 'utf8'))),
  terminal: (client, sessionId, { command, args = [], env = [] }) =>
    attempt(client, sessionId, async () => {
      const terminal = await client.createTerminal({ sessionId, command, args, env })
      await terminal.waitForExit()
      const { output } = await terminal.currentOutput()
      await terminal.release()
      await verbs.say(client, sessionId, output)
    }),
  /** A child that is left running; told where it is by its own file. */
  async spawn(_client, sessionId, { script, file }) {
    spawn('sh', ['-c', script], { stdio: 'ignore', detached: true }).unref()
    while (file !== undefined && !fs.existsSync(at(sessionId, file)))
      await new Promise(resolve => setTimeout(resolve, 10))
  },
  env: (client, sessionId, name) => verbs.say(client, sessionId, `${name}=${process.env[name] ?? ''}`),
  capabilities: (client, sessionId) => verbs.say(client, sessionId, JSON.stringify(seen.capabilities)),
  /** Calls tools of the MCP server that it was given, and says each answer on a line. */
  mcp: (client, sessionId, calls) =>
    attempt(client, sessionId, async () => {
      for (const answer of await callMcp(sessions.get(sessionId).mcpServers[0], calls))
        await verbs.say(client, sessionId, `${JSON.stringify(answer)}\n`)
    }),
  async ignoreTerm() {
    process.on('SIGTERM', () => undefined)
  },
  /** Hears no cancel. */
  async deaf() {
    seen.deaf = true
  },
  hang: () => new Promise(() => setInterval(() => undefined, 1000)),
  crash: (_client, _sessionId, code) => process.exit(code),
  async garbage(_client, _sessionId, text) {
    process.stdout.write(`${text}\n`)
  },
  async stderr(_client, _sessionId, text) {
    process.stderr.write(`${text}\n`)
  },
  async flood(client, sessionId, times) {
    for (let n = 0; n < times; n += 1) await tell(client, sessionId, message(`line ${n}\n`))
  },
  stop: async (_client, _sessionId, reason) => reason,
}

const unlessEnd = reason => (reason === 'end_turn' ? undefined : reason)

async function attempt(client, sessionId, work) {
  try {
    await work()
  } catch (error) {
    await verbs.say(client, sessionId, `refused: ${error.message}\n`)
  }
}

function message(text) {
  return { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } }
}

function tell(client, sessionId, update) {
  return client.notify(methods.client.session.update, { sessionId, update })
}

function at(sessionId, file) {
  return path.resolve(sessions.get(sessionId).cwd, file)
}

async function callMcp({ command, args, env }, calls) {
  const { Client } = await import('@modelcontextprotocol/client')
  const { StdioClientTransport } = await import('@modelcontextprotocol/client/stdio')
  const variables = Object.fromEntries(env.map(({ name: key, value }) => [key, value]))
  const mcp = new Client({ name: 'scripted', version: '1' })
  await mcp.connect(new StdioClientTransport({ command, args, env: { ...process.env, ...variables } }))
  try {
    const answers = []
    for (const { tool, arguments: given = {} } of calls) {
      const called = mcp.callTool({ name: tool, arguments: given })
      const answer = await called.catch(error => ({
        structuredContent: { error: { code: 'protocol', message: error.message } },
      }))
      answers.push(answer.structuredContent ?? answer)
    }
    return answers
  } finally {
    await mcp.close()
  }
}
