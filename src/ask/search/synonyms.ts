import { spelledOut } from '../../search/words/abbreviations.ts'
import { termsOf } from '../../search/words/tokenize.ts'

/** What people say and programmers write, each line of them one thing. Letters that only a stem shares are no reason. */
const GROUPS = `remove delete erase drop discard|create make build generate construct|kill terminate abort cancel stop
  |add append insert push|sum add total|configuration settings options preferences|error exception failure|find search lookup locate
  |get fetch retrieve obtain|read load|send post emit dispatch publish|save store persist write|check validate verify ensure
  |convert transform cast parse|start launch begin spawn boot|show display print render|change update modify edit
  |list array sequence|dictionary map hash|count number length size|compare equal difference|join merge combine concatenate
  |split divide partition tokenize|copy clone duplicate|directory folder|login signin authenticate|wait sleep delay pause
  |maximum largest biggest highest|minimum smallest lowest|sort order|reverse invert flip|connect open|close disconnect shutdown
  |lock mutex|timeout deadline expire|retry backoff|cache memoize|callback handler hook listener|url uri link|image picture
  |random shuffle|empty blank null none|encode serialize dump|decode deserialize load|rename move|average mean|equal same
  |unique distinct duplicate|key name|string text|integer number|date time timestamp|argument parameter option flag|permission access`

const RELATED_WORDS = relatedWords()

function relatedWords(): ReadonlyMap<string, readonly string[]> {
  const all = new Map<string, Set<string>>()
  for (const group of GROUPS.split('|')) {
    const terms = termsOf(group, spelledOut)
    for (const term of terms) {
      const others = all.get(term) ?? new Set()
      for (const other of terms) if (other !== term) others.add(other)
      all.set(term, others)
    }
  }
  return new Map([...all].map(([term, others]) => [term, [...others]]))
}

/** The terms that mean what these do, without these. */
export function synonymsOf(terms: readonly string[]): string[] {
  const asked = new Set(terms)
  return [...new Set(terms.flatMap(term => RELATED_WORDS.get(term) ?? []))].filter(term => !asked.has(term))
}
