import type { IdentityChange } from './port.ts'

/** What the first answer after a change of name or place says about it. */
export function describeIdentityChanges(news: readonly IdentityChange[]): string | undefined {
  return news.length === 0 ? undefined : news.map(sayOne).join(' ')
}

function sayOne(news: IdentityChange): string {
  switch (news.kind) {
    case 'recognised':
      return `This repository was known as \`${news.known_as}\`${news.at === undefined ? '' : ` at ${news.at}`}; ${itsRecords(news.records)} here.`
    case 'same_name': {
      const shared =
        news.shared === 0
          ? ''
          : ` ${news.shared} older records cannot be told apart (Furrow 0.1 kept them by name only); both find them.`
      return `Another project is called \`${news.other}\`; the records of this one are kept as \`${news.name}\`.${shared} \`furrow memory projects\` lists both.`
    }
    case 'other_here':
      return `Another project was at this path: \`${news.other}\` with ${count(news.records)}. If it is the same one, \`furrow memory projects merge\` unites them with \`${news.name}\`.`
  }
}

function itsRecords(records: number): string {
  return records === 1 ? 'its record is' : `its ${records} records are`
}

function count(records: number): string {
  return records === 1 ? '1 record' : `${records} records`
}
