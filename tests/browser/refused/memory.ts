import { agent } from '../../lab.ts'
import { makeThread } from '../ask-stage.ts'
import { at, fill, keys, type Made, menu, press, type Scene } from './steps.ts'

const thread = ({ thread: id }: Made) => `/ask/${id}`

export const memoryScene: Scene = {
  name: 'memory and threads',
  async prepare({ lab }) {
    await lab.call('memory.save', { title: 'Tokens', content: 'Tokens live one hour.', type: 'decision' }, agent)
    await lab.call('memory.update', { id: 1, content: 'Tokens live two hours.' })
    await lab.call('memory.save', { title: 'Sessions', content: 'Sessions live on the server.' }, agent)
    const { thread_id: gone } = await lab.call('ask.answer', { question: 'What is gone?', way: 'client' })
    await lab.call('thread.delete', { id: gone })
    return { thread: await makeThread(lab) }
  },
  writes: {
    'memory.save': at('/memory?new=on', fill('Title', 'A'), fill('What to remember', 'B'), press('Save to memory')),
    'memory.update': at('/memory/1', press('Edit'), fill('Text of the record', 'C'), press('Save')),
    'memory.relate': at(
      '/memory/1',
      menu('More', 'Relate to another record'),
      fill('Find the other record', 'sessions'),
      press('Sessions'),
      press('Relate'),
    ),
    'memory.delete': at('/memory/1', menu('More', 'Delete')),
    'memory.restore_revision': at('/memory/1?tab=history', press('Restore')),
    'ask.answer in a thread': at(thread, fill('Next question', 'Where?'), keys('Enter')),
    'thread.update': at(thread, press('Rename'), fill('Title', 'Other'), press('Save')),
    'thread.update of tags': at(thread, press('Remove the tag login')),
    'thread.delete': at(thread, press('Delete the thread')),
    'thread.restore': at('/ask?trash=on', press('Restore What is gone?')),
    'thread.commit': at(thread, press('Create feature'), press('Create the feature')),
  },
}
