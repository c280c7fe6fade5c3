import fs from 'node:fs'
import path from 'node:path'
import { agent } from '../lab.ts'
import { makeThread } from './ask-stage.ts'
import { ALIKE, BOARD_PAGES, makeBoard } from './board-stage.ts'
import { type Served, serveLab } from './browser.ts'
import { ACTIVE, DONE, makeChanges } from './changes-stage.ts'
import { EXPLORATION, makeExploration } from './explorations-stage.ts'
import { makeSpec, SPEC_PAGES } from './specs-stage.ts'

/** A workspace in one of the states that every page is looked at in. */
export interface Stage {
  readonly served: Served
  /** Page names and their addresses; a page that has no such state is left out. */
  readonly pages: Readonly<Record<string, string>>
  /** Pages that look like one of those; they are checked, and no picture is kept. */
  readonly alike?: Readonly<Record<string, string>>
}

/** Nothing was ever done here. */
export async function emptyStage(): Promise<Stage> {
  return {
    served: await serveLab(),
    pages: {
      home: '/',
      runs: '/runs',
      settings: '/settings',
      connect: '/connect',
      specs: '/specs',
      changes: '/changes',
      explorations: '/explorations',
      board: '/board',
      memory: '/memory',
      ask: '/ask',
      secrets: '/secrets',
      tools: '/tools',
      why: '/why',
      compare: '/runs/compare',
      'not-found': '/no/such/page',
    },
    alike: { 'ask-trash': '/ask?trash=on' },
  }
}

/** Things were done, by a person and by an agent; runs ended, one goes on, and something waits. */
export async function fullStage(): Promise<Stage> {
  const served = await serveLab()
  const { lab } = served
  await served.furrow('config', 'set', 'project.name', 'orchard')
  await served.furrow('config', 'set', 'runs.concurrency', '2')
  await served.furrow('undo')
  await lab.call('config.set', { key: 'project.aliases', value: 'apples, pears' }, agent)
  const asked = await lab.refusal('trust.grant', {}, agent)
  if (asked.code !== 'needs_person') throw new Error(`trust.grant answered ${asked.code}`)
  const { requests } = await lab.call('request.list', {})
  await lab.call('memory.save', {
    title: 'Tokens live one hour',
    content: 'Short tokens, silent refresh.',
    topic_key: 'a/b',
  })
  await lab.call(
    'memory.save',
    { title: 'Tokens live two hours', content: 'Refresh was too noisy.', topic_key: 'a/b' },
    agent,
  )
  await lab.call('memory.save', { title: 'Refresh', content: 'The refresh runs in a worker.', relate_to: [1] }, agent)
  await makeSpec(lab)
  await makeChanges(lab)
  await makeExploration(lab)
  await makeBoard(lab)
  const thread = await makeThread(lab)
  lab.write('check.mjs', CHECK)
  const { id: failed } = await lab.call('run.exec', { argv: ['node', 'check.mjs'] }, { ...agent, door: 'cli' })
  await lab.call('run.wait', { id: failed })
  const good = await lab.call('run.exec', { argv: ['echo', 'all good'] })
  await lab.call('run.wait', { id: good.id })
  const going = JSON.parse(await served.furrow('exec', '--detach', '--json', '--', 'sh', '-c', 'echo up; sleep 600'))
  return {
    served,
    pages: {
      home: '/',
      runs: '/runs',
      failed: `/runs/${failed}?line=4-6`,
      searched: `/runs/${failed}?q=check&level=stdout,stderr&wrap=on`,
      going: `/runs/${going.id}`,
      compare: `/runs/compare?a=${failed}&b=${good.id}`,
      settings: '/settings',
      connect: '/connect?client=codex',
      memory: '/memory?q=how+long+do+tokens+live',
      record: '/memory/1?tab=history',
      relations: '/memory/1?tab=relations',
      ...SPEC_PAGES,
      changes: '/changes',
      'changes-by-stage': '/changes?by=stage&history=on',
      change: `/changes/${ACTIVE}`,
      'change-done': `/changes/${DONE}`,
      'change-text': `/changes/${DONE}?stage=describe`,
      explorations: '/explorations',
      'exploration-topics': `/explorations/${EXPLORATION}?tab=work`,
      'exploration-summaries': `/explorations/${EXPLORATION}?tab=summaries`,
      'exploration-plan': `/explorations/${EXPLORATION}?tab=plan`,
      'exploration-brief': `/explorations/${EXPLORATION}?tab=brief`,
      'exploration-log': `/explorations/${EXPLORATION}?tab=log`,
      ...BOARD_PAGES,
      thread: `/ask/${thread}`,
      'thread-file': `/ask/${thread}?file=src%2Flogin.ts&line=7-9`,
      confirm: `/confirm/${requests[0]?.id}`,
    },
    alike: ALIKE,
  }
}

/** Output like that of a test runner. */
const CHECK = `
const paint = (code, text) => '\\u001b[' + code + 'm' + text + '\\u001b[0m'
for (let n = 1; n <= 60; n++) {
  if (n % 7 === 0) console.error(paint(31, 'FAIL') + ' check ' + n + ': expected ' + n + ', got ' + (n - 1))
  else console.log(' ' + paint(32, 'ok') + ' check ' + n + ' ' + paint(2, n * 3 + ' ms') + ' ' + paint('30;43', ' slow '))
}
process.exitCode = 1
`

/** What should be read cannot be. */
export async function brokenStage(): Promise<Stage> {
  const served = await serveLab()
  const { id } = await served.lab.call('run.exec', { argv: ['true'] })
  await served.lab.call('run.wait', { id })
  await served.lab.call('secrets.set', { name: 'API_KEY', value: 'correct horse battery staple' })
  fs.rmSync(path.join(served.lab.home, 'secrets/identity.txt'))
  served.lab.write(`.sdlc/.runs/${id}.json`, '{"half":')
  served.lab.write('.sow/project/state.yaml', 'project:\n  type: exploration\n')
  served.lab.write('sdd/changes/half-written/change.json', '{"id": "half-wri')
  served.lab.write('.sdlc/features/half-written/manifest.yaml', 'title: [\n')
  served.lab.write('sdd/sdd.json', '{"name": ')
  served.lab.write('.sdlc/tool-interactions/ama/20260102-101500-bad.yaml', 'kind: thread\nid: [\n')
  served.lab.write('.sdlc/config.yaml', 'project: {name: [\n')
  served.lab.write('.roo/mcp.json', '{ "mcpServers": ')
  fs.mkdirSync(path.join(served.lab.home, 'memory'), { recursive: true })
  fs.writeFileSync(path.join(served.lab.home, 'memory/memory.db'), 'no database at all')
  return {
    served,
    pages: {
      home: '/',
      runs: '/runs',
      run: `/runs/${id}`,
      changes: '/changes',
      specs: '/specs',
      change: '/changes/half-written',
      'no-change': '/changes/no-such-change',
      explorations: '/explorations',
      board: '/board',
      feature: '/board/features/half-written',
      'no-exploration': '/explorations/no-such-exploration',
      memory: '/memory',
      'no-record': '/memory/9999',
      'no-card': '/board/milestones/no-such-milestone',
      'no-why': '/why?what=feature:no-such-feature',
      ask: '/ask',
      'no-thread': '/ask/20260102-101500-zzz',
      'bad-thread': '/ask/20260102-101500-bad?file=no%2Fsuch.ts',
      'no-run': '/runs/20260102-101500-zzz',
      'no-compare': `/runs/compare?a=${id}&b=20260102-101500-zzz`,
      settings: '/settings',
      secrets: '/secrets',
      connect: '/connect?client=roo',
      confirm: '/confirm/20260102-101500-zzz',
    },
  }
}
