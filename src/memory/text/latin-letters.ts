/** Alphabets of which each letter has one usual spelling in Latin letters: Cyrillic as passports write it, and Greek. */
const SPELLED: Readonly<Record<string, string>> = Object.fromEntries(
  `а a|б b|в v|г g|д d|е e|ё e|ж zh|з z|и i|й i|к k|л l|м m|н n|о o|п p|р r|с s|т t|у u|ф f|х kh|ц ts|ч ch|ш sh|щ shch
  ъ ie|ы y|ь '|э e|ю iu|я ia|і i|ї i|є ie|ґ g|ў u|ђ dj|ј j|љ lj|њ nj|ћ c|џ dz|ѓ gj|ќ kj|ѕ dz
  α a|β v|γ g|δ d|ε e|ζ z|η i|θ th|ι i|κ k|λ l|μ m|ν n|ξ x|ο o|π p|ρ r|σ s|ς s|τ t|υ y|φ f|χ ch|ψ ps|ω o
  ß ss|æ ae|œ oe|ø o|đ d|ð d|þ th|ł l|ı i`
    .split(/[|\n]/)
    .map(pair => pair.trim().split(' ') as [string, string]),
)

/** A text in lower case with every letter that has a Latin spelling spelled so, without accents; others stay. */
export function inLatinLetters(text: string): string {
  const spelled = text.replace(/\p{L}/gu, letter => (SPELLED[letter] ?? letter).replace("'", ''))
  return spelled
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/\p{L}/gu, letter => (SPELLED[letter] ?? letter).replace("'", ''))
    .normalize('NFC')
}
