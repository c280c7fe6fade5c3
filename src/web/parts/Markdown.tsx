import { createElement, Fragment, type ReactNode, useMemo } from 'react'
import { IconButton } from './Button.tsx'
import { classes } from './classes.ts'
import { useCopy } from './copy.ts'
import { Icon } from './Icon.tsx'
import { type Block, type Cell, type Inline, type Item, parse, plainText } from './markdown/parse.ts'
import type { Target } from './markdown/target.ts'
import { PageLink } from './PageLink.tsx'

interface MarkdownProps {
  readonly text: string
  /** Goes before the id of each section, so that two texts on one page, and the page itself, keep theirs apart. */
  readonly name?: string
  /** The level that a heading of the first rank gets on this page. */
  readonly level?: number
  /** The page that shows a file which the text links to, where there is one. */
  readonly pageOf?: (path: string) => string | undefined
  /** What stands for a run of plain words or of code, where the page knows more about it. */
  readonly inText?: ((text: string) => ReactNode) | undefined
}

interface Place {
  readonly name: string
  readonly level: number
  readonly pageOf: (path: string) => string | undefined
  readonly inText: ((text: string) => ReactNode) | undefined
}

/** A markdown text as elements of the page. Nothing in it is ever markup; markdown/parse.ts judges every link. */
export function Markdown({ text, name = 'text', level = 2, pageOf = () => undefined, inText }: MarkdownProps) {
  const blocks = useMemo(() => parse(text), [text])
  return (
    <div className="max-w-[76ch] min-w-0 text-[0.9375rem] leading-relaxed break-words [&>*+*]:mt-4 [&>h2]:mt-8 [&>h3]:mt-7 [&>h4]:mt-6 [&>:first-child]:mt-0">
      <Blocks blocks={blocks} place={{ name, level, pageOf, inText }} />
    </div>
  )
}

/** The id of a section on the page, for links from beside the text. */
export function sectionId(name: string, slug: string): string {
  return `${name}-${slug}`
}

function Blocks({ blocks, place }: { blocks: readonly Block[]; place: Place }) {
  return blocks.map((block, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a text have no other identity
    <One key={index} block={block} place={place} />
  ))
}

function One({ block, place }: { block: Block; place: Place }) {
  switch (block.kind) {
    case 'heading':
      return <Heading block={block} place={place} />
    case 'paragraph':
      return <p>{spans(block.children, place)}</p>
    case 'line':
      return <Fragment>{spans(block.children, place)}</Fragment>
    case 'quote':
      return (
        <blockquote className="border-l-3 border-line-strong/60 pl-4 text-soft [&>*+*]:mt-3">
          <Blocks blocks={block.children} place={place} />
        </blockquote>
      )
    case 'list':
      return <List block={block} place={place} />
    case 'table':
      return <Table block={block} place={place} />
    case 'code':
      return <Fence text={block.text} lang={block.lang} />
    case 'plain':
      return <p className="whitespace-pre-wrap">{block.text}</p>
    case 'rule':
      return <hr className="border-line" />
  }
}

const SIZES: Readonly<Record<number, string>> = { 1: 'text-xl', 2: 'text-lg', 3: 'text-base' }

function Heading({ block, place }: { block: Extract<Block, { kind: 'heading' }>; place: Place }) {
  const id = sectionId(place.name, block.slug)
  return createElement(
    `h${Math.min(6, place.level + block.level - 1)}`,
    {
      id,
      className: classes('group/heading scroll-mt-6 font-semibold tracking-[-0.01em]', SIZES[block.level] ?? 'text-sm'),
    },
    spans(block.children, place),
    <a
      href={`#${encodeURIComponent(id)}`}
      aria-label={`Link to the section ${plainText(block.children)}`}
      className="ml-1.5 inline-block align-middle text-faint opacity-0 group-hover/heading:opacity-100 focus-visible:opacity-100"
    >
      <Icon name="link" size={14} />
    </a>,
  )
}

function List({ block, place }: { block: Extract<Block, { kind: 'list' }>; place: Place }) {
  const tasks = block.items.some(item => item.done !== undefined)
  return createElement(
    block.ordered ? 'ol' : 'ul',
    {
      ...(block.ordered && block.start !== 1 && { start: block.start }),
      className: classes(
        'space-y-1.5',
        tasks ? 'list-none' : ['pl-6', block.ordered ? 'list-decimal' : 'list-disc'].join(' '),
      ),
    },
    block.items.map((item, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the items of a text have no other identity
      <ListItem key={index} item={item} place={place} />
    )),
  )
}

function ListItem({ item, place }: { item: Item; place: Place }) {
  const body = <Blocks blocks={item.children} place={place} />
  if (item.done === undefined) return <li className="marker:text-faint [&>*+*]:mt-1.5">{body}</li>
  return (
    <li className="flex gap-2.5">
      <span
        className={classes(
          'mt-1 grid size-4 shrink-0 place-items-center rounded-[4px] border',
          item.done ? 'border-sprout-fill bg-sprout-fill text-on-sprout' : 'border-line-strong bg-panel',
        )}
      >
        {item.done && <Icon name="check" size={12} />}
        <span className="sr-only">{item.done ? 'Done: ' : 'To do: '}</span>
      </span>
      <div className="min-w-0 flex-1 [&>*+*]:mt-1.5">{body}</div>
    </li>
  )
}

const ALIGNS = { left: 'text-left', center: 'text-center', right: 'text-right' } as const

function Table({ block, place }: { block: Extract<Block, { kind: 'table' }>; place: Place }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <div tabIndex={0} className="max-w-full overflow-x-auto rounded-md border border-line">
      <table className="w-full border-collapse text-sm">
        <thead className="bg-sunk">
          <TableRow cells={block.head} place={place} as="th" />
        </thead>
        <tbody>
          {block.rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a text have no other identity
            <TableRow key={index} cells={row} place={place} as="td" />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function TableRow({ cells, place, as }: { cells: readonly Cell[]; place: Place; as: 'th' | 'td' }) {
  return (
    <tr className="border-line not-first:border-t [tbody>&]:border-t">
      {cells.map((cell, index) =>
        createElement(
          as,
          {
            key: index,
            ...(as === 'th' && { scope: 'col' }),
            className: classes('px-3 py-2 align-top', as === 'th' && 'font-semibold', ALIGNS[cell.align ?? 'left']),
          },
          spans(cell.children, place),
        ),
      )}
    </tr>
  )
}

function Fence({ text, lang }: { text: string; lang: string }) {
  const [copied, copy] = useCopy()
  return (
    <div className="relative rounded-md border border-line bg-sunk">
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="overflow-x-auto p-3.5 pr-12 font-mono text-[0.8125rem] leading-relaxed"
      >
        <code {...(lang !== '' && { 'data-lang': lang })}>{text}</code>
      </pre>
      <IconButton
        icon={copied ? 'check' : 'copy'}
        label={copied ? 'Copied' : 'Copy the code'}
        className="absolute top-1.5 right-1.5 bg-sunk"
        onClick={() => copy(text)}
      />
    </div>
  )
}

function spans(inlines: readonly Inline[], place: Place): ReactNode {
  return inlines.map((inline, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the words of a text have no other identity
    <Span key={index} inline={inline} place={place} />
  ))
}

function Span({ inline, place }: { inline: Inline; place: Place }) {
  switch (inline.kind) {
    case 'text':
      return place.inText?.(inline.text) ?? inline.text
    case 'code':
      return (
        <code className="rounded-sm bg-sunk px-1 py-0.5 font-mono text-[0.85em]">
          {place.inText?.(inline.text) ?? inline.text}
        </code>
      )
    case 'strong':
    case 'em':
    case 'del':
      return createElement(inline.kind, {}, spans(inline.children, place))
    case 'link':
      return <Anchor inline={inline} place={place} />
    case 'break':
      return <br />
  }
}

const LINK = 'font-medium text-sprout underline decoration-sprout/40 underline-offset-3 hover:decoration-current'

function Anchor({ inline, place }: { inline: Extract<Inline, { kind: 'link' }>; place: Place }) {
  // Nothing in a link is another one.
  const words = spans(inline.children, inline.target.kind === 'file' ? place : { ...place, inText: undefined })
  const page = pageIn(inline.target, place)
  if (page !== undefined) return <PageLink href={page}>{words}</PageLink>
  switch (inline.target.kind) {
    case 'outside':
      return (
        <a href={inline.target.href} title={inline.title} target="_blank" rel="noopener noreferrer" className={LINK}>
          {words}
        </a>
      )
    case 'section':
      return (
        <a href={`#${encodeURIComponent(sectionId(place.name, inline.target.slug))}`} className={LINK}>
          {words}
        </a>
      )
    case 'file':
      return <span title={inline.target.path}>{words}</span>
    default:
      return <span>{words}</span>
  }
}

function pageIn(target: Target, place: Place): string | undefined {
  if (target.kind === 'page') return target.href
  return target.kind === 'file' ? place.pageOf(target.path) : undefined
}
