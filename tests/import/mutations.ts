/** Random numbers from 0 to 1 that a seed repeats (Mulberry32). */
export const randomFrom = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const pieces = [
  ...[
    '',
    ' ',
    '\t',
    '\r\n ',
    '\n',
    '\r',
    '\0',
    '"',
    '\\',
    ';',
    ':',
    ',',
    '=',
    '<',
    '&',
    ']]>',
    '<![CDATA[',
    '\u2028',
    '🎉',
    '\ufeff',
  ],
  ...[
    'BEGIN:VALARM\r\n',
    'END:VALARM\r\n',
    'BEGIN:X',
    ';TZID=',
    ';VALUE=DATE',
    'T',
    'Z',
    '99999999999',
    '-1',
    'Infinity',
    'NaN',
  ],
  ...['__proto__', 'constructor', 'FREQ=YEARLY;', 'COUNT=0', 'UNTIL=', '%', '%00', '&#0;', '&lol;', 'x'.repeat(5000)],
]

/** Changes bytes of a text at random places, some of them to bytes that are no UTF-8. */
export const mutate = (bytes: Buffer, random: () => number): Buffer => {
  let mutated = bytes
  for (let times = 1 + Math.floor(random() * 6); times > 0; times--) {
    const at = Math.floor(random() * mutated.length)
    const to = Math.min(mutated.length, at + Math.floor(random() * random() * 40))
    const kind = random()
    const piece = Buffer.from(pieces[Math.floor(random() * pieces.length)] ?? '')
    const inserted =
      kind < 0.3
        ? piece
        : kind < 0.5
          ? Buffer.from([Math.floor(random() * 256)])
          : kind < 0.7
            ? mutated.subarray(at, to)
            : Buffer.alloc(0)
    const isRepeated = kind >= 0.5 && kind < 0.7
    mutated = Buffer.concat([
      mutated.subarray(0, isRepeated ? to : at),
      inserted,
      mutated.subarray(kind < 0.15 ? at : to),
    ])
  }
  return mutated
}
