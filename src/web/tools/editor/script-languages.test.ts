import { expect, test } from 'vitest'
import { bash, python } from './script-languages.ts'

/** The names of what is coloured, with its text. */
function coloured(language: ReturnType<typeof bash>, code: string): [string, string][] {
  const found: [string, string][] = []
  language.language.parser.parse(code).iterate({
    enter(node) {
      if (node.node.firstChild === null && node.to > node.from) found.push([node.name, code.slice(node.from, node.to)])
    },
  })
  return found.filter(([name]) => name !== 'Document')
}

test('bash: comments, texts over lines, variables, keywords', () => {
  const code = `# greet\nif [ -n "$WHO" ]; then\n  echo 'raw \\' $HOME "two\nlines" 42\nfi`
  expect(coloured(bash(), code)).toEqual([
    ['comment', '# greet'],
    ['keyword', 'if'],
    ['string', '"$WHO"'],
    ['keyword', 'then'],
    ['typeName', 'echo'],
    ['string', "'raw \\'"],
    ['propertyName', '$HOME'],
    ['string', '"two'],
    ['string', 'lines"'],
    ['number', '42'],
    ['keyword', 'fi'],
  ])
})

test('python: long texts, decorators, and a text that is never closed ends with its line', () => {
  const code = '@app.route\ndef f():\n  """two\n  lines"""\n  return None, "open\nx = 1'
  expect(coloured(python(), code)).toEqual([
    ['modifier', '@app.route'],
    ['keyword', 'def'],
    ['string', '"""two'],
    ['string', '  lines"""'],
    ['keyword', 'return'],
    ['typeName', 'None'],
    ['string', '"open'],
    ['number', '1'],
  ])
})
