/** One row of the table: what was measured, and whether it keeps the promise. */
export type Finding = {
  what: string
  /** With its unit. */
  measured: string
  promise?: string
  /** Undefined where nothing is promised. */
  kept?: boolean
  more?: string
  /** A ratio measured in turn: it holds on a busy machine as on a quiet one. */
  isRatio?: true
}

/** The median of the values, or 0 when there are none. */
export function median(values: readonly number[]): number {
  return percentile(values, 0.5)
}

/** The value that the given share (0 to 1) of all values does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/** A finding for a ratio that must reach at least `least`. */
export function atLeast(what: string, ratio: number, least: number, more: string): Finding {
  return { what, measured: `${ratio.toFixed(2)} ×`, promise: `≥ ${least} ×`, kept: ratio >= least, more, isRatio: true }
}

/** A finding for a ratio that must not exceed `most`. */
export function atMost(what: string, ratio: number, most: number, more: string): Finding {
  return { what, measured: `${ratio.toFixed(2)} ×`, promise: `≤ ${most} ×`, kept: ratio <= most, more, isRatio: true }
}

/** A finding for what must not exceed `most`, in milliseconds unless another unit is named. */
export function within(what: string, measured: number, most: number, more: string, unit = 'ms'): Finding {
  return {
    what,
    measured: `${measured.toFixed(1)} ${unit}`,
    promise: `≤ ${most} ${unit}`,
    kept: measured <= most,
    more,
  }
}

/** A finding for what must not happen. */
export function none(what: string, count: number, more: string): Finding {
  return { what, measured: String(count), promise: '0', kept: count === 0, more }
}

/** The findings as a Markdown table. */
export function table(findings: readonly Finding[]): string {
  const rows = findings.map(({ what, measured, promise, kept, more }) => {
    const verdict = kept === undefined ? '' : kept ? 'kept' : '**broken**'
    return `| ${what} | ${measured} | ${promise ?? ''} | ${verdict} | ${more ?? ''} |`
  })
  return ['| what | measured | promise | | in figures |', '|---|---|---|---|---|', ...rows].join('\n')
}
