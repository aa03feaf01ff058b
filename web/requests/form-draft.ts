import { useQuery } from '@tanstack/react-query'
import { createContext, type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { type Draft, withKey } from '../api/drafts.ts'
import { profileQuery } from '../api/viewer.ts'
import { draftName, keepDraft, readDraft } from './drafts.ts'
import type { Subject } from './queries.ts'

type Fields = NonNullable<Draft['fields']>
type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** Anything that may have changed a field, be it by the form's own code. */
const changingEvents = ['input', 'change', 'click', 'paste', 'focusout'] as const

/** What was begun of the form, for parts of it that show as many fields as were filled in. */
export const BegunFields = createContext<Fields>({})

function useBegun(subject: Subject, form: string): { name: string | null; begun: Draft } {
  const { data: profile } = useQuery(profileQuery)
  const name = profile ? draftName(profile, subject, `form ${form}`) : null
  const [begun] = useState<Draft>(() => (name === null ? { text: '' } : readDraft(name)))
  return { name, begun }
}

/** What was begun of a form when it opened, by its fields: their names and places as `useFormDraft` keeps them. */
export function useBegunFields(subject: Subject, form: string): Fields {
  return useBegun(subject, form).begun.fields ?? {}
}

/**
 * Keeps what is typed into a form, beside the drafts of messages, until it has been sent: a reload or a lost network costs
 * nobody their work. Files, and what nobody may read later, are not kept.
 */
export function useFormDraft(ref: RefObject<HTMLFormElement | null>, subject: Subject, form: string) {
  const { name, begun } = useBegun(subject, form)
  const draft = useRef(begun)
  const isOver = useRef(false)
  const keep = useCallback(
    (change: Pick<Draft, 'fields' | 'sent'>) => {
      draft.current = { ...draft.current, ...change }
      if (name !== null && !isOver.current) keepDraft(name, draft.current)
    },
    [name],
  )
  // Unlike other effects it ends while the form is still in the page: what was typed last is read then.
  useLayoutEffect(() => {
    const element = ref.current
    if (!element || name === null) return
    return followForm(element, draft.current.fields ?? {}, (fields) => {
      // A form in which nobody has changed anything leaves alone what was typed into the same one in another tab.
      if (!hasSame(fields, draft.current.fields ?? {})) keep({ fields })
    })
  }, [ref, name, keep])
  /** The same key as before for the same content: what was sent although its reply was lost is not made twice. */
  const keyFor = (content: object): string => {
    const { sent } = withKey({ text: JSON.stringify(content), sent: draft.current.sent })
    keep({ sent })
    return sent.key
  }
  const forget = useCallback(() => {
    isOver.current = true
    if (name !== null) keepDraft(name, { text: '' })
  }, [name])
  return { keyFor, fields: begun.fields ?? {}, forget }
}

const hasSame = (one: Fields, other: Fields) =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([key, value]) => other[key] === value)

/** Fills in what was begun as soon as its fields are there, and calls `keep` with what differs from the form as it opens. */
function followForm(form: HTMLFormElement, begun: Fields, keep: (fields: Fields) => void): () => void {
  const first = new WeakMap<Control, string | null>()
  const waiting = new Map(Object.entries(begun))
  /** The fields whose turn to be filled in has not come. */
  const unfilled = new Map<Control, string>()
  // One after the other, so that code that keeps the state of several fields together has the last one when the next comes.
  let filled = Promise.resolve()
  const meet = () => {
    for (const [key, control] of controlsOf(form)) {
      if (first.has(control)) continue
      const value = waiting.get(key)
      first.set(control, value === undefined ? valueAtFirst(control) : null)
      waiting.delete(key)
      if (value === undefined) continue
      unfilled.set(control, value)
      filled = filled.then(() => {
        unfilled.delete(control)
        if (value !== enteredValue(control)) fillIn(control, value)
      })
    }
  }
  const read = () => {
    meet()
    const entered = controlsOf(form).map(
      ([key, control]) => [key, control, unfilled.get(control) ?? enteredValue(control)] as const,
    )
    const changed = entered.filter(([, control, value]) => first.get(control) !== value)
    keep(Object.fromEntries([...waiting, ...changed.map(([key, , value]) => [key, value] as const)]))
  }
  // While its data cannot be loaded the form has no fields: the draft stays for when they are shown.
  const readNow = () => form.isConnected && controlsOf(form).length > 0 && read()
  // After the form's own code.
  const onEvent = () => void setTimeout(readNow)
  const observer = new MutationObserver(meet)
  meet()
  observer.observe(form, { childList: true, subtree: true })
  for (const type of changingEvents) form.addEventListener(type, onEvent)
  // What was typed in the moment before the page is left would wait for its turn in vain.
  addEventListener('pagehide', readNow)
  return () => {
    readNow()
    observer.disconnect()
    removeEventListener('pagehide', readNow)
    for (const type of changingEvents) form.removeEventListener(type, onEvent)
  }
}

/** The fields of a form by what tells them apart: their name, and the value of a tick or their place among those of one name. */
function controlsOf(form: HTMLFormElement): [key: string, control: Control][] {
  const counts = new Map<string, number>()
  return [...form.elements].flatMap((element): [string, Control][] => {
    if (!isKept(element)) return []
    const count = counts.get(element.name) ?? 0
    counts.set(element.name, count + 1)
    return [[`${element.name}|${isTick(element) ? element.value : count}`, element]]
  })
}

const isTick = (control: Control) => control.type === 'checkbox' || control.type === 'radio'

function isKept(element: Element): element is Control {
  if (element instanceof HTMLInputElement)
    return element.name !== '' && !['file', 'hidden', 'password', 'submit'].includes(element.type)
  return (element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement) && element.name !== ''
}

function enteredValue(control: Control): string {
  if (control instanceof HTMLInputElement && isTick(control)) return control.checked ? 'on' : 'off'
  return control.value
}

/** Nothing in a field that only ever holds what the person entered, be it pasted into several fields at once. */
const valueAtFirst = (control: Control) => (control.dataset.entered === undefined ? enteredValue(control) : '')

/** Fills in a field as a person would, so that code that listens to it hears of it. */
function fillIn(control: Control, value: string): void {
  if (isTick(control)) {
    control.click()
    return
  }
  // React overrides the setter of each field to notice what code sets by itself.
  const prototype = Object.getPrototypeOf(control) as Control
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(control, value)
  control.dispatchEvent(new Event(control instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
}
