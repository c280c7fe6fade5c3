import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { packageRoot } from '../../../../tests/lab.ts'
import { blankGuidance, dropGuidance, markGuidance } from './guidance.ts'

const HINT =
  '> Relations between terms that always hold. Example: "A Customer has exactly one Account. An Account has many Orders."'

test('a marked explanation is left out, and every other line stays where it is', () => {
  const text = `# Rules\n\n${markGuidance('> Any explanation\n> of two lines.')}\n\n- BR-001: mine\n`
  expect(text).toContain('> **Guide:** Any explanation\n')
  expect(blankGuidance(text)).toBe('# Rules\n\n\n\n\n- BR-001: mine\n')
  expect(dropGuidance(text)).toBe('# Rules\n\n- BR-001: mine\n')
})

test.each([
  ['as 0.1 wrote it', HINT],
  ['with its lines broken elsewhere', HINT.replace(' An Account', '\n> An Account')],
  ['marked', markGuidance(HINT)],
  ['with a mark that was edited away', markGuidance(HINT).replace('**Guide:** ', '')],
])('the text of a template is recognised %s', (_, hint) => {
  expect(blankGuidance(`${hint}\n`).trim()).toBe('')
})

test.each([
  ['a quotation', '> "We ship on Fridays", said the manager.'],
  ['a line written right below the explanation', `${HINT}\nAn Order has one Customer.`, 'An Order has one Customer.'],
  ['a quotation right below the explanation', `${HINT}\n> Said by the board.`, '> Said by the board.'],
  ['an explanation shown in a fence', `\`\`\`\n${HINT}\n\`\`\``],
  ['a line in parentheses', '(This one is mine.)'],
  ['what began as the explanation and was written on', `${HINT} And an Invoice.`],
  ['CRLF', `- one\r\n- two\r\n`],
])('%s is the author’s', (_, text, left = text) => {
  expect(blankGuidance(text).trim()).toBe(left.trim())
})

test('CRLF lines are recognised, and keep their line breaks', () => {
  expect(blankGuidance(`# A\r\n${HINT}\r\n- mine\r\n`)).toBe('# A\r\n\r\n- mine\r\n')
})

const TEMPLATES = fs
  .readdirSync(path.join(packageRoot, 'guides/templates'))
  .filter(name => !name.startsWith('agent-'))
  .map(name => path.basename(name, '.md'))

test.each(TEMPLATES)('every explanation in the template of %s is known without its mark', name => {
  const template = fs.readFileSync(path.join(packageRoot, `guides/templates/${name}.md`), 'utf8')
  expect(blankGuidance(template)).not.toMatch(/^>|^\(.*\)$/m)
})
