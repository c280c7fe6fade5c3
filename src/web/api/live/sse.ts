export interface SseMessage {
  readonly event: string
  readonly data: string
  readonly id?: string
}

/**
 * Reads server-sent events from text that arrives in arbitrary pieces. `push` returns the messages that became
 * complete; comments only prove that the server lives and give none.
 */
export function sseReader(): { push(text: string): SseMessage[] } {
  let rest = ''
  return {
    push(text) {
      // A CR LF pair may be cut in two: a CR at the end stays in `rest` until its LF comes.
      const all = rest + text
      const blocks = (all.includes('\r') ? all.replaceAll('\r\n', '\n') : all).split('\n\n')
      rest = blocks.pop() ?? ''
      return blocks.flatMap(readBlock)
    },
  }
}

function readBlock(block: string): SseMessage[] {
  let event = 'message'
  let id: string | undefined
  const data: string[] = []
  for (const line of block.split('\n')) {
    const [field, value] = readField(line)
    if (field === 'event') event = value
    else if (field === 'id') id = value
    else if (field === 'data') data.push(value)
  }
  if (data.length === 0 && event === 'message') return []
  return [{ event, data: data.join('\n'), ...(id !== undefined && { id }) }]
}

function readField(line: string): [field: string, value: string] {
  const colon = line.indexOf(':')
  if (colon < 0) return [line, '']
  const value = line.slice(colon + 1)
  return [line.slice(0, colon), value.startsWith(' ') ? value.slice(1) : value]
}
