import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** Debian's Firefox, where it is installed. */
export const FIREFOX = [process.env.FURROW_FIREFOX, '/usr/bin/firefox-esr'].find(
  each => each !== undefined && fs.existsSync(each),
)

const PREFS = 'user_pref("marionette.port", 0);\nuser_pref("app.update.enabled", false);\n'

/**
 * Firefox, driven by the protocol that it brings along: JSON over a socket, each message after its length. Playwright
 * asks every Firefox for an emulation that this one does not have.
 */
export class Firefox implements AsyncDisposable {
  readonly #process: ChildProcess
  readonly #profile: string
  readonly #socket: net.Socket
  readonly #waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
  #sent = 0
  #bytes = Buffer.alloc(0)

  static async start(program: string): Promise<Firefox> {
    const profile = fs.mkdtempSync(path.join(os.tmpdir(), 'furrow-firefox-'))
    fs.writeFileSync(path.join(profile, 'user.js'), PREFS)
    const args = ['--headless', '--marionette', '--no-remote', '--profile', profile]
    const child = spawn(program, args, { stdio: 'ignore', env: { ...process.env, HOME: profile } })
    const port = await until(() => {
      const file = path.join(profile, 'MarionetteActivePort')
      return fs.existsSync(file) && fs.readFileSync(file, 'utf8').trim()
    }, 'the port of Firefox')
    const socket = net.connect(Number(port), '127.0.0.1')
    await once(socket, 'connect')
    const firefox = new Firefox(child, profile, socket)
    await firefox.#command('WebDriver:NewSession', {})
    await firefox.#command('WebDriver:SetTimeouts', { implicit: 120_000, script: 120_000, pageLoad: 300_000 })
    return firefox
  }

  private constructor(child: ChildProcess, profile: string, socket: net.Socket) {
    this.#process = child
    this.#profile = profile
    this.#socket = socket
    socket.on('data', bytes => this.#read(bytes))
  }

  async visit(url: string): Promise<void> {
    await this.#command('WebDriver:Navigate', { url })
  }

  async click(xpath: string): Promise<void> {
    await this.#command('WebDriver:ElementClick', { id: await this.#find(xpath) })
  }

  async type(xpath: string, text: string): Promise<void> {
    await this.#command('WebDriver:ElementSendKeys', { id: await this.#find(xpath), text })
  }

  /** Waits until there is such an element. */
  async see(xpath: string): Promise<void> {
    await this.#find(xpath)
  }

  async evaluate(script: string): Promise<unknown> {
    const answer = await this.#command('WebDriver:ExecuteScript', { script, args: [] })
    return (answer as { value: unknown }).value
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#socket.destroy()
    const ended = this.#process.exitCode === null ? once(this.#process, 'exit') : undefined
    this.#process.kill('SIGKILL')
    await ended
    fs.rmSync(this.#profile, { recursive: true, force: true, maxRetries: 10 })
  }

  async #find(xpath: string): Promise<string> {
    const found = await this.#command('WebDriver:FindElement', { using: 'xpath', value: xpath })
    const [id] = Object.values((found as { value: Record<string, string> }).value)
    return id ?? ''
  }

  #command(name: string, parameters: object): Promise<unknown> {
    this.#sent += 1
    const id = this.#sent
    const text = Buffer.from(JSON.stringify([0, id, name, parameters]))
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      this.#socket.write(`${text.length}:`)
      this.#socket.write(text)
    })
  }

  #read(bytes: Buffer): void {
    this.#bytes = Buffer.concat([this.#bytes, bytes])
    for (;;) {
      const colon = this.#bytes.indexOf(':')
      const length = Number(this.#bytes.subarray(0, colon).toString())
      if (colon < 0 || this.#bytes.length < colon + 1 + length) return
      const message = JSON.parse(this.#bytes.subarray(colon + 1, colon + 1 + length).toString()) as unknown
      this.#bytes = this.#bytes.subarray(colon + 1 + length)
      if (Array.isArray(message)) this.#settle(message)
    }
  }

  #settle([, id, error, result]: unknown[]): void {
    const waiting = this.#waiting.get(Number(id))
    this.#waiting.delete(Number(id))
    if (error === null) waiting?.resolve(result)
    else waiting?.reject(new Error(String((error as { message: string }).message)))
  }
}

async function until(look: () => string | false, what: string): Promise<string> {
  for (let round = 0; round < 2400; round += 1) {
    const found = look()
    if (found !== false && found !== '') return found
    await delay(50)
  }
  throw new Error(`this did not come: ${what}`)
}
