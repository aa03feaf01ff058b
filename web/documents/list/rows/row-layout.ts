/**
 * Where the rows of a list stand (px). All are equally high, so that a position is a multiplication however long the list
 * is; above the first of a group stands a heading.
 */
export type RowLayout = {
  count: number
  rowHeight: number
  /** Of all rows and headings. */
  height: number
  /** Where a row begins, or its heading; that after the last: the height of all. */
  offsetOf: (row: number) => number
  /** Where the row itself begins, below its heading. */
  topOf: (row: number) => number
  /** The row, with its heading, at an offset; the count below all. */
  rowAt: (offset: number) => number
}

/** The layout of `count` rows; `begins`: the rows with which groups begin, in order. */
export function rowLayout(
  count: number,
  rowHeight: number,
  begins: readonly number[] = [],
  headingHeight = 0,
): RowLayout {
  const beginsGroup = (row: number) => begins[firstFrom(begins, row)] === row
  const offsetOf = (row: number) => row * rowHeight + firstFrom(begins, row) * headingHeight
  const height = offsetOf(count)
  const rowAt = (offset: number) => {
    if (offset >= height) return count
    let [low, high] = [0, Math.min(count, Math.floor(Math.max(offset, 0) / rowHeight))]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if (offsetOf(middle) <= offset) low = middle
      else high = middle - 1
    }
    return low
  }
  const topOf = (row: number) => offsetOf(row) + (beginsGroup(row) ? headingHeight : 0)
  return { count, rowHeight, height, offsetOf, topOf, rowAt }
}

/** The index of the first of some ascending numbers that is not below a number. */
function firstFrom(numbers: readonly number[], number: number): number {
  let [low, high] = [0, numbers.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((numbers[middle] ?? 0) < number) low = middle + 1
    else high = middle
  }
  return low
}
