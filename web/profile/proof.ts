import { useMutation, useQueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { securityKey } from './queries.ts'

/** Runs a task for which the person may first have to prove their identity again. */
type ProofGuard = <Result>(task: () => Promise<Result>) => Promise<Result>

export const ProofContext = createContext<ProofGuard>((task) => task())

/** A change of how a person signs in: it may ask for proof, and reloads everything shown about sign-in. */
export function useGuardedChange<Input, Result>(change: (input: Input) => Promise<Result>) {
  const withProof = useContext(ProofContext)
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: Input) => withProof(() => change(input)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: securityKey }),
  })
}
