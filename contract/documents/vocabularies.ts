/*
 * Translates the codes of other vocabularies into milestones of a shipment, one table per vocabulary. A code that is
 * not in its table but begins with an entry and "_" means the same (InTransit_009 is InTransit).
 */

/** UN/ECE Recommendation 24. Its other codes are known but stand for no milestone. */
const rec24: Readonly<Record<string, string>> = codesToMilestones({
  planned: '84 321',
  info_received: '68 6',
  picking: '322',
  packed: '94 93',
  ready_for_despatch: '71 64',
  picked_up: '13 130',
  despatched: '27 24 48',
  in_transit: '31 100',
  arrived_at_hub: '1 40',
  customs_hold: '126 128 17',
  customs_cleared: '12 8 9',
  out_for_delivery: '113',
  available_for_pickup: '112 45',
  delivery_attempt_failed: '210 23 109 269',
  partially_delivered: '73 88',
  delivered: '21 22 72',
  delayed: '20 101 25 105',
  on_hold: '315 90',
  damaged: '18 218',
  lost: '49 117',
  refused: '106 325',
  returning: '323',
  returned: '82 80',
  cancelled: '324 7',
  unknown: '102 260 248',
})
const lastRec24 = 363

/** DCSA Track and Trace. AVPU is taken to mean at the destination, CONF to come from the carrier. */
const dcsa = codesToMilestones({
  planned: 'REQS',
  info_received: 'RECE CONF',
  packed: 'STUF',
  picked_up: 'PICK GTIN',
  despatched: 'LOAD DEPA',
  arrived_at_hub: 'ARRI DISC',
  customs_hold: 'CUSS CUSI',
  customs_cleared: 'CUSR',
  out_for_delivery: 'GTOT',
  available_for_pickup: 'AVPU',
  delivered: 'DROP',
  on_hold: 'HOLD',
  cancelled: 'CANC VOID',
})

const karrio = codesToMilestones({
  info_received: 'pending',
  picked_up: 'picked_up',
  in_transit: 'in_transit',
  on_hold: 'on_hold',
  out_for_delivery: 'out_for_delivery',
  available_for_pickup: 'ready_for_pickup',
  delivery_attempt_failed: 'delivery_failed',
  delivered: 'delivered',
  delayed: 'delivery_delayed',
  returning: 'return_to_sender',
  cancelled: 'cancelled',
  unknown: 'unknown',
})

const aftership = codesToMilestones({
  planned: 'Pending',
  info_received: 'InfoReceived',
  picked_up: 'InTransit_002 InTransit_003',
  in_transit: 'InTransit',
  customs_hold: 'Exception_004',
  out_for_delivery: 'OutForDelivery',
  available_for_pickup: 'AvailableForPickup',
  delivery_attempt_failed: 'AttemptFail',
  delivered: 'Delivered',
  delayed: 'Exception_005',
  on_hold: 'Exception',
  unknown: 'Expired',
})

const seventeenTrack = codesToMilestones({
  planned: 'NotFound_Other',
  info_received: 'InfoReceived',
  picked_up: 'InTransit_PickedUp',
  despatched: 'InTransit_Departure',
  in_transit: 'InTransit',
  arrived_at_hub: 'InTransit_Arrival',
  customs_hold: 'InTransit_CustomsProcessing InTransit_CustomsRequiringInformation',
  customs_cleared: 'InTransit_CustomsReleased',
  out_for_delivery: 'OutForDelivery',
  available_for_pickup: 'AvailableForPickup',
  delivery_attempt_failed: 'DeliveryFailure',
  delivered: 'Delivered',
  delayed: 'Expired Exception_Delayed',
  on_hold: 'Exception',
  damaged: 'Exception_Damage Exception_Destroyed',
  lost: 'Exception_Lost',
  refused: 'DeliveryFailure_Rejected Exception_Rejected',
  returning: 'Exception_Returning',
  returned: 'Exception_Returned',
  cancelled: 'Exception_Cancel',
  unknown: 'NotFound',
})

/** GS1 Core Business Vocabulary: business steps. */
const epcis = codesToMilestones({
  info_received: 'consigning',
  picking: 'picking',
  packed: 'packing',
  ready_for_despatch: 'staging_outbound',
  picked_up: 'collecting',
  despatched: 'shipping loading departing',
  in_transit: 'transporting',
  arrived_at_hub: 'arriving unloading',
  on_hold: 'holding',
  delivered: 'receiving accepting',
  cancelled: 'void_shipping',
  unknown: 'other',
})

/** Dispositions that say more than the business step, or that occur without one. */
const dispositions = codesToMilestones({
  packed: 'container_closed',
  in_transit: 'in_transit',
  damaged: 'damaged',
  returned: 'returned',
})

/** The milestone of each code, by vocabulary. */
export const vocabularies = { rec24, dcsa, karrio, aftership, '17track': seventeenTrack, epcis } as const
export type Vocabulary = keyof typeof vocabularies
export const vocabularyNames = Object.keys(vocabularies) as Vocabulary[]

/** Returns the milestone for a code of a vocabulary; undefined when the vocabulary has no such code. */
export function milestoneOf(vocabulary: Vocabulary, code: string): string | undefined {
  const table: Readonly<Record<string, string>> = vocabularies[vocabulary]
  const milestone = Object.hasOwn(table, code) ? table[code] : undefined
  if (milestone) return milestone
  if (vocabulary === 'rec24') return /^[1-9]\d{0,2}$/.test(code) && Number(code) <= lastRec24 ? 'unknown' : undefined
  const [group = ''] = code.split('_', 1)
  return (vocabulary === 'aftership' || vocabulary === '17track') && Object.hasOwn(table, group)
    ? table[group]
    : undefined
}

/**
 * Returns the milestone of an EPCIS event: from its disposition for goods that are damaged or returned, else from its
 * business step, else from its disposition. Any other event is "unknown" and does not change the shipment's status.
 */
export function milestoneOfStep(step: string | undefined, disposition: string | undefined): string {
  if (disposition === 'damaged') return 'damaged'
  if (disposition === 'returned') return step === 'shipping' || step === 'departing' ? 'returning' : 'returned'
  const byStep = step === undefined ? undefined : milestoneOf('epcis', step)
  if (byStep && byStep !== 'unknown') return byStep
  // Goods that are inspected or stored on their way make no progress.
  if (step === undefined && disposition !== undefined && Object.hasOwn(dispositions, disposition))
    return dispositions[disposition] ?? 'unknown'
  return step !== undefined && disposition === 'container_closed' ? 'packed' : 'unknown'
}

function codesToMilestones(table: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(table).flatMap(([milestone, codes]) => codes.split(' ').map((code) => [code, milestone])),
  )
}
