import type { Plugin } from 'vite'

/**
 * Leaves out of React what no page can reach, because a minifier cannot know it
 * (docs/decisions/0125-react-without-what-no-page-can-reach.md): taking over a page that a server has rendered, for the
 * portal only calls `createRoot`; and `<ViewTransition>`, which it does not render.
 */
export function reachableReact(): Plugin {
  return {
    name: 'reachable-react',
    apply: 'build',
    transform: (code, id) =>
      /\/react-dom-client\.production\.js$/.test(id) ? { code: withoutUnreachable(code), map: null } : null,
  }
}

/** What stands for the body of each function that can never be called, or can only ever return this. */
const bodies: Readonly<Record<string, string>> = {
  // Hydration.
  ...withBody('', [
    'throwOnHydrationMismatch',
    'prepareToHydrateHostInstance',
    'queueHydrationError',
    'pushDehydratedActivitySuspenseHandler',
    'retryActivityComponentWithoutHydrating',
    'mountHostRootWithoutHydrating',
    'retrySuspenseComponentWithoutHydrating',
    'updateDehydratedSuspenseComponent',
    'commitActivityHydrationCallbacks',
    'commitSuspenseHydrationCallbacks',
    'retryDehydratedSuspenseBoundary',
    'clearHydrationBoundary',
    'hideOrUnhideDehydratedBoundary',
    'attemptContinuousHydration',
    'attemptHydrationAtCurrentPriority',
    'attemptExplicitHydrationTarget',
    // An event waits only for a part of a page that is not hydrated yet.
    'clearIfContinuousEvent',
    'retryIfBlockedOn',
  ]),
  ...withBody('return !1', ['popHydrationState', 'queueIfContinuousEvent']),
  ...withBody('return null', [
    'upgradeHydrationErrorsToRecoverable',
    'canHydrateInstance',
    'canHydrateTextInstance',
    'canHydrateHydrationBoundary',
    'getNextHydratable',
    'getNextHydratableInstanceAfterHydrationBoundary',
    'getParentHydrationBoundary',
  ]),
  // View transitions.
  ...withBody('', [
    'trackEnterViewTransitions',
    'pushViewTransitionCancelableScope',
    'applyViewTransitionToHostInstances',
    'applyViewTransitionToHostInstancesRecursive',
    'restoreViewTransitionOnHostInstances',
    'commitAppearingPairViewTransitions',
    'commitEnterViewTransitions',
    'commitDeletedPairViewTransitions',
    'commitExitViewTransitions',
    'commitNestedViewTransitions',
    'restorePairedViewTransitions',
    'restoreEnterOrExitViewTransitions',
    'restoreNestedViewTransitions',
    'measureViewTransitionHostInstancesRecursive',
    'measureNestedViewTransitions',
    'getViewTransitionName',
    'getViewTransitionClassName',
    'scheduleViewTransitionEvent',
    'reportViewTransitionError',
    'applyViewTransitionName',
    'restoreViewTransitionName',
    'startViewTransition',
    'createViewTransitionInstance',
  ]),
}

function withBody(body: string, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, body]))
}

/** What is replaced after that, in this order, and how often each stands in React. */
const replacements: readonly (readonly [pattern: RegExp, replacement: string, count: number])[] = [
  // No render animates.
  [/\((\w+) & 335544064\) === \1\b/g, '!1', 7],
  // No render takes over a page.
  [/^ {2}isHydrating = !1,\n/gm, '', 1],
  [/\bisHydrating = !1;/g, '', 1],
  [/\bisHydrating = !0\b/g, '!0', 3],
  // An argument of another function has the same name.
  [/^ {2}isHydrating\n\)/gm, '  unused\n)', 1],
  [/\bisHydrating\b(?![\w$])/g, '!1', 34],
  [/\b\w+(?:\.\w+)*\.isDehydrated\b/g, '!1', 6],
  [/^ReactDOMHydrationRoot\.prototype\.unstable_scheduleHydration = [\s\S]*?^\};$/gm, '', 1],
]

/** The code of React's client without these; throws when it is not written as this expects. */
export function withoutUnreachable(code: string): string {
  const stubbed = Object.entries(bodies).reduce((text, [name, body]) => {
    const declaration = new RegExp(`^(function ${name}\\([^)]*\\)) \\{$[\\s\\S]*?^\\}$`, 'gm')
    return replaceExactly(text, declaration, `$1 {${body}}`, 1)
  }, code)
  return replacements.reduce(
    (text, [pattern, replacement, count]) => replaceExactly(text, pattern, replacement, count),
    stubbed,
  )
}

function replaceExactly(text: string, pattern: RegExp, replacement: string, count: number): string {
  const found = text.match(pattern)?.length ?? 0
  if (found !== count)
    throw new Error(`React is written in another way now: ${pattern} stands there ${found} times, not ${count}`)
  return text.replace(pattern, replacement)
}
