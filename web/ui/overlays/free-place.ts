/** A rectangle of the window, in pixels from its top left corner. */
export type Box = { left: number; top: number; right: number; bottom: number }
/** A control that must stay in reach, and its weight: a link weighs less than a button. */
export type Control = { box: Box; weight: number }
export type Position = { left: number; top: number }

const gap = 8
/** The least weight of a button. */
export const buttonWeight = 20

const overlap = (one: Box, other: Box) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom

/** What two rectangles share; where they share nothing, its sides are in the wrong order. */
export const intersection = (one: Box, other: Box): Box => ({
  left: Math.max(one.left, other.left),
  top: Math.max(one.top, other.top),
  right: Math.min(one.right, other.right),
  bottom: Math.min(one.bottom, other.bottom),
})

/** The total weight of the controls that a rectangle would cover. */
export function coveredWeight(box: Box, controls: readonly Control[]): number {
  return controls.reduce((sum, control) => (overlap(box, control.box) ? sum + control.weight : sum), 0)
}

/**
 * The best position of a rectangle: at the bottom at one of the `lefts`, or else as low as possible above a control
 * that is in the way. Of several free positions it takes the one that covers least, then the first of the `lefts`.
 * Where none is free, the one that covers least. Always within `room`.
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
