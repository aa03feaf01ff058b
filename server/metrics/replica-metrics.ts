import { Counter, type Registry } from 'prom-client'
import type { MakeGauge } from './file-gauges.ts'

/** What a server knows of its replica: how its reads went, and whether it is read at the moment. */
export type ReplicaState = { reads: Readonly<Record<string, number>>; isUsable: () => boolean }

/** The metrics of the replica from which customers' pages are read; they have no values where there is none. */
export function replicaMetrics(gauge: MakeGauge, registers: Registry[], replica: ReplicaState | undefined): () => void {
  const used = gauge('replica_used', 'Whether the replica is read; while it is not, the primary answers.')
  const reads = new Counter({
    name: 'portal_replica_reads_total',
    help: 'Reads that the replica answered, that it was too far behind for, and that failed there.',
    labelNames: ['outcome'],
    registers,
  })
  return () => {
    used.remove()
    reads.reset()
    if (!replica) return
    used.set(replica.isUsable() ? 1 : 0)
    for (const [outcome, count] of Object.entries(replica.reads)) reads.inc({ outcome }, count)
  }
}
