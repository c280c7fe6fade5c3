import { createElement, Fragment, type ReactNode, useMemo } from 'react'
import { classes } from '../classes.ts'
import { IconButton } from '../input/Button.tsx'
import { PageLink } from '../layout/PageLink.tsx'
import { Icon } from '../text/Icon.tsx'
import { useCopy } from '../text/useCopy.ts'
import {
  type Inline,
  type MarkdownBlock,
  type MarkdownCell,
  type MarkdownItem,
  parseMarkdown,
  plainText,
} from './parse.ts'
import type { LinkTarget } from './target.ts'
import { type ShownTask, tasksIn } from './tasks.ts'

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
  /** Called with the task that was clicked; without it nothing can be ticked. */
  readonly onTick?: ((task: ShownTask) => void) | undefined
}

interface MarkdownContext {
  readonly name: string
  readonly level: number
  readonly pageOf: (path: string) => string | undefined
  readonly inText: ((text: string) => ReactNode) | undefined
  readonly tasks: ReadonlyMap<MarkdownItem, ShownTask>
  readonly onTick: MarkdownProps['onTick']
}

/** A markdown text as elements of the page. Nothing in it is ever markup; markdown/parse.ts judges every link. */
export function Markdown({ text, name = 'text', level = 2, pageOf = () => undefined, inText, onTick }: MarkdownProps) {
  const blocks = useMemo(() => parseMarkdown(text), [text])
  const tasks = useMemo(() => tasksIn(text, blocks), [text, blocks])
  return (
    <div className="max-w-[76ch] min-w-0 text-[0.9375rem] leading-relaxed break-words [&>*+*]:mt-4 [&>h2]:mt-8 [&>h3]:mt-7 [&>h4]:mt-6 [&>:first-child]:mt-0">
      <Blocks blocks={blocks} place={{ name, level, pageOf, inText, tasks, onTick }} />
    </div>
  )
}

/** The id of a section on the page, for links from beside the text. */
export function sectionId(name: string, slug: string): string {
  return `${name}-${slug}`
}

function Blocks({ blocks, place }: { blocks: readonly MarkdownBlock[]; place: MarkdownContext }) {
  return blocks.map((block, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a text have no other identity
    <One key={index} block={block} place={place} />
  ))
}

function One({ block, place }: { block: MarkdownBlock; place: MarkdownContext }) {
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

function Heading({ block, place }: { block: Extract<MarkdownBlock, { kind: 'heading' }>; place: MarkdownContext }) {
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

function List({ block, place }: { block: Extract<MarkdownBlock, { kind: 'list' }>; place: MarkdownContext }) {
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

function ListItem({ item, place }: { item: MarkdownItem; place: MarkdownContext }) {
  const body = <Blocks blocks={item.children} place={place} />
  if (item.done === undefined) return <li className="marker:text-faint [&>*+*]:mt-1.5">{body}</li>
  return (
    <li className="flex gap-2.5">
      <TaskBox item={item} place={place} />
      <div className="min-w-0 flex-1 [&>*+*]:mt-1.5">{body}</div>
    </li>
  )
}

function TaskBox({ item, place: { tasks, onTick } }: { item: MarkdownItem; place: MarkdownContext }) {
  const task = onTick && tasks.get(item)
  const done = item.done === true
  const box = (
    <span
      className={classes(
        'mt-1 grid size-4 shrink-0 place-items-center rounded-[4px] border',
        done ? 'border-sprout-fill bg-sprout-fill text-on-sprout' : 'border-line-strong bg-panel',
      )}
    >
      {done && <Icon name="check" size={12} />}
      {task === undefined && <span className="sr-only">{done ? 'Done: ' : 'To do: '}</span>}
    </span>
  )
  if (onTick === undefined || task === undefined) return box
  return (
    // biome-ignore lint/a11y/useSemanticElements: drawn like the boxes that cannot be ticked
    <button
      type="button"
      role="checkbox"
      aria-checked={done}
      aria-label={task.text}
      className="-m-1.5 self-start p-1.5"
      onClick={() => onTick(task)}
    >
      {box}
    </button>
  )
}

const ALIGNS = { left: 'text-left', center: 'text-center', right: 'text-right' } as const

function Table({ block, place }: { block: Extract<MarkdownBlock, { kind: 'table' }>; place: MarkdownContext }) {
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

function TableRow({ cells, place, as }: { cells: readonly MarkdownCell[]; place: MarkdownContext; as: 'th' | 'td' }) {
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

function spans(inlines: readonly Inline[], place: MarkdownContext): ReactNode {
  return inlines.map((inline, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the words of a text have no other identity
    <Span key={index} inline={inline} place={place} />
  ))
}

function Span({ inline, place }: { inline: Inline; place: MarkdownContext }) {
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

function Anchor({ inline, place }: { inline: Extract<Inline, { kind: 'link' }>; place: MarkdownContext }) {
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

function pageIn(target: LinkTarget, place: MarkdownContext): string | undefined {
  if (target.kind === 'page') return target.href
  return target.kind === 'file' ? place.pageOf(target.path) : undefined
}
