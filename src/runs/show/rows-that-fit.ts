import type { Attachment } from '../model.ts'

/** The first rows that are together no longer than `most` characters of JSON; one at least, so that a list goes on. */
export function rowsThatFit<Row>(rows: readonly Row[], most: number): Row[] {
  if (most === Number.POSITIVE_INFINITY) return [...rows]
  let used = 0
  const end = rows.findIndex((row, index) => {
    used += JSON.stringify(row).length
    return index > 0 && used > most
  })
  return end === -1 ? [...rows] : rows.slice(0, end)
}

/** More than these are named by their number. */
const MOST_ATTACHMENTS = 20

interface WithAttachments {
  readonly attachments?: Attachment[] | undefined
  readonly attachments_in_all?: number | undefined
}

/** A run may have a thousand attachments; a row of a list names the first of them, and how many there are. */
export function withFirstAttachments<Row extends WithAttachments>(row: Row): Row {
  return withAttachments(row, (row.attachments ?? []).slice(0, MOST_ATTACHMENTS))
}

/** The answer about one run names as many as fit. */
export function withAttachmentsThatFit<Row extends WithAttachments>(row: Row, most: number): Row {
  return withAttachments(row, rowsThatFit(row.attachments ?? [], most))
}

function withAttachments<Row extends WithAttachments>(row: Row, attachments: Attachment[]): Row {
  const all = row.attachments_in_all ?? row.attachments?.length ?? 0
  return attachments.length === all ? row : { ...row, attachments, attachments_in_all: all }
}
