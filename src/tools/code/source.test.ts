import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { openLab } from '../../../tests/lab.ts'
import { writeKit, writeTool } from '../../../tests/support/tools.ts'

test('the code of a tool is read whole, the tool first, before anybody trusts it', async () => {
  await using lab = await openLab()
  writeKit(lab)
  writeTool(lab, 'greet', "import { defineTool } from '../_shared/tool.ts'\n")
  lab.write('.sdlc/tools/greet/words.txt', 'hello\n')
  lab.write('.sdlc/tools/greet/data.bin', 'a\0b')
  const { files } = await lab.call('tool.source', { name: 'greet' })
  expect(files[0]).toMatchObject({ path: '.sdlc/tools/greet/tool.ts', text: expect.stringContaining('defineTool') })
  const paths = files.map(file => file.path)
  expect(paths).toContain('.sdlc/tools/_shared/tool.ts')
  expect(files.find(file => file.path.endsWith('data.bin'))).toEqual({
    path: '.sdlc/tools/greet/data.bin',
    bytes: 3,
    revision: createHash('sha256').update('a\0b').digest('hex'),
  })
})

test('a tool that is not there has no code', async () => {
  await using lab = await openLab()
  expect(await lab.refusal('tool.source', { name: 'ghost' })).toMatchObject({ code: 'not_found' })
})
