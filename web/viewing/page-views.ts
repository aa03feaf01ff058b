/** In the place of web/app/page-views.ts: it is not the customer who opens these pages. */
export function trackPages(): void {
  // None is counted.
}
