import { type Attached, placeIn, plainMessage, type Tested } from './tested.ts'
import { type Element, elementsNamed, parseXml } from './xml.ts'

/** JUnit's XML, as Playwright, Cypress, WebdriverIO, pytest and most runners can write it. */
export function junitTests(source: string): Tested[] | undefined {
  if (!/<testsuites?\b/.test(source)) return undefined
  return elementsNamed(parseXml(source), 'testcase').map(tested)
}

function tested(testcase: Element): Tested {
  const { name = '', classname = '', file, line, time } = testcase.attributes
  const failure = testcase.children.find(child => child.name === 'failure' || child.name === 'error')
  const skipped = testcase.children.some(child => child.name === 'skipped')
  const message = failure === undefined ? '' : messageOf(failure)
  const duration = Number(time) * 1000
  const attachments = attachmentsOf(testcase)
  return {
    name: classname === '' || name.startsWith(classname) || classname === file ? name : `${classname} › ${name}`,
    status: failure !== undefined ? 'failed' : skipped ? 'skipped' : 'passed',
    ...(Number.isFinite(duration) && { duration_ms: Math.round(duration) }),
    ...(file !== undefined && { file, ...(line !== undefined && { line: Number(line) }) }),
    ...(failure !== undefined && { message, ...(file === undefined || line === undefined ? placeIn(message) : {}) }),
    ...(attachments.length > 0 && { attachments }),
  }
}

function messageOf({ attributes, text }: Element): string {
  const { message = '' } = attributes
  const shown = text.includes(message) ? text : `${message}\n${text}`
  return plainMessage(shown)
}

/** Playwright and Jenkins name files in the output of a test: `[[ATTACHMENT|path]]`. */
function attachmentsOf(testcase: Element): Attached[] {
  const said = testcase.children.filter(({ name }) => name === 'system-out').map(({ text }) => text)
  const named = said.flatMap(text =>
    Array.from(text.matchAll(/\[\[ATTACHMENT\|([^\]\n]+)\]\]/g), ([, path = '']) => path),
  )
  return named.map(path => ({ name: path.split('/').at(-1) ?? path, path }))
}
