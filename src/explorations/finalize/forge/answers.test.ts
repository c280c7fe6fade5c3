import { once } from 'node:events'
import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openLab } from '../../../../tests/lab.ts'
import { finalizing, withRemote } from '../../../../tests/support/explorations.ts'
import { forgeConfig } from '../../../../tests/support/forge.ts'

const ANSWERS: Readonly<Record<string, http.RequestListener>> = {
  'a page to sign in': (_, response) => response.end('<html>Sign in first</html>'),
  'something else': (_, response) => response.end('{"message":"OK"}'),
  'half an answer': (_, response) => {
    response.writeHead(200, { 'content-length': '100' })
    response.write('[{"html_url":')
    setImmediate(() => response.destroy())
  },
}

test.each(Object.keys(ANSWERS))(
  'a forge that answers with %s leaves the step open, with a command that helps',
  async kind => {
    const server = http.createServer(ANSWERS[kind])
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    await using lab = await openLab()
    try {
      withRemote(lab)
      fs.mkdirSync(lab.home, { recursive: true, mode: 0o700 })
      const config = forgeConfig(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
      fs.writeFileSync(path.join(lab.home, 'config.yaml'), config, { mode: 0o600 })
      await finalizing(lab, 'summary.md')
      expect(await lab.refusal('exploration.finalize', { apply: true })).toMatchObject({
        code: 'failed',
        message: expect.stringContaining('What the forge answered is not what was asked for'),
        fix: 'furrow agent finalize --apply',
      })
      expect(await lab.call('exploration.finish', {})).toMatchObject({
        blocked: true,
        next: { command: 'furrow explore finish' },
      })
    } finally {
      server.closeAllConnections()
      server.close()
    }
  },
)
