/** Research whose first summary waits for a person. */
export async function explore({ person, agent, write }) {
  await person('exploration.start', { title: 'Could the list follow us to the phone?', name: 'phone' })
  await agent('exploration.task_create', {
    name: 'One file in a synced folder',
    question: 'What happens to two edits at once?',
  })
  await agent('exploration.task_create', { name: 'A page served at home', question: 'Who can reach it?' })
  await agent('exploration.task_create', {
    name: 'Titles by mail to oneself',
    question: 'Can a subject line become a book?',
  })
  write('.sow/project/findings/synced-folder.md', FINDING)
  await agent('exploration.task_update', {
    id: '001',
    status: 'completed',
    outcome: 'Two edits at once leave two files; merging by title is enough.',
    refs: ['findings/synced-folder.md'],
  })
  await agent('exploration.task_update', {
    id: '002',
    status: 'abandoned',
    reason: 'A server at home is more than a list of books is worth.',
  })
  write('.sow/project/findings/mail.md', MAIL)
  await agent('exploration.task_update', {
    id: '003',
    status: 'completed',
    outcome: 'It works, and needs a mailbox that a program may read: only if the folder fails.',
    refs: ['findings/mail.md'],
  })
  await agent('exploration.note', { text: 'The phone only needs to add titles.', kind: 'decision' })
  await person('exploration.advance', {})
  write('.sow/project/summary.md', SUMMARY)
  await agent('artifact.add', { path: 'summary.md' })
}

const FINDING = `# One file in a synced folder

Folder synchronisation keeps both versions when two devices write at once: the second one gets a name of its own.
Because a book is known by its title, both files can be merged without asking.
`

const MAIL = `# Titles by mail to oneself

A subject line that begins with a digit is a priority and a title. Reading a mailbox takes a password on the desk, and
mails arrive after minutes, not at once.
`

const SUMMARY = `# The list on the phone

Put \`shelf.json\` into a synced folder, and merge by title when two versions lie there.

## Takeaways

- No server at home
- The phone adds titles; choosing stays on the desk
- Merging needs FR-004: the newer priority counts
`
