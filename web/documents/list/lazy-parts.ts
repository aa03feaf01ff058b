import { lazyComponent } from '#web/ui/lazy-component.tsx'

/* What a list loads when it is wanted. */

export const SelectionBar = lazyComponent(() => import('./selection/SelectionBar.tsx'), 'SelectionBar', {
  failureDisplay: 'message',
})
export const EmptyList = lazyComponent(() => import('./EmptyList.tsx'), 'EmptyList', { failureDisplay: 'inside' })
export const ListLinks = lazyComponent(() => import('./ListLinks.tsx'), 'ListLinks', { failureDisplay: 'nothing' })
export const PreviewDrawer = lazyComponent(() => import('./PreviewDrawer.tsx'), 'PreviewDrawer', {
  failureDisplay: 'message',
})
export const ListSum = lazyComponent(() => import('./ListSum.tsx'), 'ListSum', { failureDisplay: 'nothing' })
