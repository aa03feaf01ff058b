import { expect, test } from 'vitest'
import { describeUserAgent } from './user-agent.ts'

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)'
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15'
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605'
const ipad = 'Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605'
const android = 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36'

test.each([
  [`${windows} Gecko/20100101 Firefox/140.0`, 'Firefox on Windows'],
  [`${windows} AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0`, 'Edge on Windows'],
  [`${windows} AppleWebKit/537.36 Chrome/140.0 Safari/537.36 OPR/120.0`, 'Opera on Windows'],
  [`${mac} Version/18.0 Safari/605.1.15`, 'Safari on macOS'],
  [`${mac} Chrome/140.0 Safari/537.36`, 'Chrome on macOS'],
  [`${iphone} Version/18.0 Mobile Safari/604`, 'Safari on iPhone'],
  [`${iphone} CriOS/140.0 Mobile Safari/604`, 'Chrome on iPhone'],
  [`${iphone} FxiOS/140.0 Mobile Safari/604`, 'Firefox on iPhone'],
  [`${iphone} Version/18.0 EdgiOS/140.0 Mobile Safari/604`, 'Edge on iPhone'],
  [`${iphone} OPT/5.0 Mobile Safari/604`, 'Opera on iPhone'],
  [`${ipad} Version/18.0 Mobile Safari/604`, 'Safari on iPad'],
  [`${android} Chrome/140.0 Mobile Safari/537.36`, 'Chrome on Android'],
  [`${android} Chrome/140.0 Mobile Safari/537.36 EdgA/140.0`, 'Edge on Android'],
  [`${android} SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36`, 'Samsung Internet on Android'],
  ['Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36', 'Chrome on ChromeOS'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  ['Mozilla/5.0 (PlayStation; PlayStation 5/2.26) Firefox/1.0', 'Firefox'],
  ['Dart/3.5 (dart:io; Linux)', 'Linux'],
  ['curl/8.5.0', null],
  ['', null],
  [null, null],
])('a person reads of a sign-in with %j that it was %s', (userAgent, words) => {
  expect(describeUserAgent(userAgent)).toBe(words)
})
