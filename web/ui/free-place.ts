/** A rectangle of the window, in pixels from its top left corner. */
export type Box = { left: number; top: number; right: number; bottom: number }
/** What must stay in reach, and how much it would be missed: a link among many weighs less than a button. */
export type Control = { box: Box; weight: number }
export type Position = { left: number; top: number }

const gap = 8
/** What a button weighs at least. */
export const buttonWeight = 20

const overlap = (one: Box, other: Box) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom

/** What a rectangle would cover, by weight. */
export function coveredWeight(box: Box, controls: readonly Control[]): number {
  return controls.reduce((sum, control) => (overlap(box, control.box) ? sum + control.weight : sum), 0)
}

/**
 * Where a rectangle of this size covers no button: at the bottom, at one of the `lefts`, or else as low as it gets above
 * something that is in the way; of several such places where it covers least, then in the order of the `lefts`. Where
 * none is free, where it covers least. Always within `room`.
 */
export function findFreePosition(
  size: { width: number; height: number },
  room: Box,
  lefts: readonly number[],
  controls: readonly Control[],
): Position {
  const lowest = Math.max(room.top, room.bottom - size.height)
  const above = controls
    .map(({ box }) => box.top - gap - size.height)
    .filter((top) => top >= room.top && top < lowest)
    .sort((one, other) => other - one)
  const rightmost = Math.max(room.left, room.right - size.width)
  const candidates = lefts.map((left) => Math.min(Math.max(left, room.left), rightmost))
  let best = { left: candidates[0] ?? room.left, top: lowest }
  let leastCost = Number.POSITIVE_INFINITY
  for (const top of [lowest, ...above]) {
    for (const left of candidates) {
      const cost = coveredWeight({ left, top, right: left + size.width, bottom: top + size.height }, controls)
      if (cost >= leastCost) continue
      best = { left, top }
      leastCost = cost
    }
    if (leastCost < buttonWeight) return best
  }
  return best
}
