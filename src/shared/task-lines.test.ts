import { expect, test } from 'vitest'
import { taskLinesOf, withTask } from './task-lines.ts'

const TEXT =
  '# Tasks\r\n\r\n- [ ] one\n  * [x] two\n```\n- [ ] an example\n```\n3. [X] three\n- plain [ ] words\n- []\n'

test('the tasks of a text are its items with a box, outside of code', () => {
  expect(taskLinesOf(TEXT)).toEqual([
    { line: 2, done: false, text: 'one' },
    { line: 3, done: true, text: 'two' },
    { line: 7, done: true, text: 'three' },
  ])
})

test('ticking changes one letter', () => {
  for (const [index, task] of taskLinesOf(TEXT).entries()) {
    const after = withTask(TEXT, task, !task.done)
    expect(after).toHaveLength(TEXT.length)
    expect([...after].filter((letter, at) => letter !== TEXT[at])).toHaveLength(1)
    expect(taskLinesOf(after)[index]).toEqual({ ...task, done: !task.done })
    expect(withTask(TEXT, task, task.done).toLowerCase()).toBe(TEXT.toLowerCase())
  }
})
