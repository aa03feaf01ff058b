import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { previewQuery, runQuery } from './queries.ts'

/** What somebody allows a full list to withdraw beyond the share of its profile. */
export type Allowance = {
  /** How many documents it may withdraw; undefined: as its profile says. */
  withdraw: number | undefined
  onWithdraw: (most: number | undefined) => void
  /** The run that counts the whole file, where the preview has read only its beginning; '' without one. */
  check: string
  onCheck: (run: string) => void
}

/** Holds for the count for which it was given: once another preview is shown, with another count, there is none. */
export function useAllowance(uploads: readonly string[], profile: unknown): Allowance {
  const [allowed, setAllowed] = useState<number>()
  const [checked, setChecked] = useState({ run: '', profile: '' })
  const key = JSON.stringify(profile)
  const check = checked.profile === key ? checked.run : ''
  const { data: preview } = useQuery(previewQuery(uploads, profile))
  const { data: whole } = useQuery(runQuery(check))
  const outcome = preview?.isWhole ? preview.report.fullList : whole?.run.fullList
  const holds = outcome?.heldBack === 'share' && outcome.absent === allowed
  return {
    withdraw: holds ? allowed : undefined,
    onWithdraw: setAllowed,
    check,
    onCheck: (run) => setChecked({ run, profile: key }),
  }
}
