/** The mark: three furrows that run to one point. */
export function Logo({ size = 26 }: { size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" className="shrink-0">
      <rect width="32" height="32" rx="8" className="fill-sprout-fill" />
      <path
        d="M16 8c0 5-4 9-9 17M16 8c0 6 0 11 0 17M16 8c0 5 4 9 9 17"
        fill="none"
        strokeWidth="2.6"
        strokeLinecap="round"
        className="stroke-on-sprout"
      />
    </svg>
  )
}

/** A ploughed field in lines, for the foot of a page. */
export function FurrowPattern() {
  const furrows = Array.from({ length: 13 }, (_, at) => (at - 6) / 6)
  return (
    <svg viewBox="0 0 240 96" aria-hidden="true" preserveAspectRatio="none" className="block h-full w-full text-line">
      <path
        d="M0 22C60 6 150 4 240 18"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        vectorEffect="non-scaling-stroke"
      />
      {furrows.map(at => (
        <path
          key={at}
          d={`M${132 + at * 26} ${12 + at * at * 4}C${132 + at * 60} 40 ${126 + at * 150} 64 ${120 + at * 330} 98`}
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
          vectorEffect="non-scaling-stroke"
        />
      ))}
    </svg>
  )
}
