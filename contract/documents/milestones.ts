import { shipments } from './shipments.ts'

type ShipmentStatus = keyof typeof shipments.statuses

/** The status that a milestone gives a shipment; null when the status stays as it was. */
const milestones: Readonly<Record<string, ShipmentStatus | null>> = {
  planned: 'planned',
  info_received: 'label_created',
  picking: 'planned',
  packed: 'packed',
  ready_for_despatch: 'packed',
  picked_up: 'picked_up',
  despatched: 'in_transit',
  in_transit: 'in_transit',
  arrived_at_hub: 'in_transit',
  customs_hold: 'customs',
  customs_cleared: 'in_transit',
  out_for_delivery: 'out_for_delivery',
  available_for_pickup: 'ready_for_pickup',
  delivery_attempt_failed: 'delivery_failed',
  partially_delivered: 'partially_delivered',
  delivered: 'delivered',
  delayed: null,
  on_hold: 'on_hold',
  damaged: 'lost_or_damaged',
  lost: 'lost_or_damaged',
  refused: 'delivery_failed',
  returning: 'in_transit',
  returned: 'returned',
  cancelled: 'cancelled',
  unknown: null,
}

/**
 * Every code that a tracking event may carry (the milestones and the shipment statuses themselves) with the status that
 * it gives the shipment; null when the event does not change the status.
 */
export const eventStatuses: Readonly<Record<string, ShipmentStatus | null>> = {
  ...Object.fromEntries(Object.keys(shipments.statuses).map((status) => [status, status as ShipmentStatus])),
  ...milestones,
}

/**
 * Statuses that end a shipment's life cycle: a later event on the way does not change them unless they are retracted.
 */
export const finalShipmentStatuses: readonly ShipmentStatus[] = [
  'delivered',
  'returned',
  'lost_or_damaged',
  'cancelled',
]
