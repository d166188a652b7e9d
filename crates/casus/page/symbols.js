// What is drawn upon a ground, on a piece and beside it, about (0, 0); a hexside has 60 units.
export const PATTERNS = {
  'plain': "",
  'marsh': "<g stroke='#5f8577' stroke-width='3' stroke-linecap='round' fill='none'><path d='M-34 -8h26M-21 -8v-14M-21 -8l-9 -11M-21 -8l9 -11'/><path d='M10 -24h24M22 -24v-13M22 -24l-8 -10M22 -24l8 -10'/><path d='M4 20h28M18 20v-14M18 20l-9 -11M18 20l9 -11'/><path d='M-26 38h20M-16 38v-11'/></g>",
  'woods': "<g fill='#6f8a4c' stroke='#4a6130' stroke-width='2'><circle cx='-20' cy='-16' r='15'/><circle cx='16' cy='-22' r='13'/><circle cx='24' cy='12' r='15'/><circle cx='-8' cy='22' r='16'/></g>",
  'houses': "<g fill='#a4533c' stroke='#4b3426' stroke-width='2'><path d='M-36 -2l14 -14 14 14v16h-28z'/><path d='M4 -18l13 -13 13 13v15h-26z'/><path d='M8 22l13 -13 13 13v15h-26z'/><path d='M-18 36l10 -10 10 10v11h-20z'/></g>",
  'farm': "<g stroke='#4b3426' stroke-width='3'><path d='M-40 34h80M-34 26v14M-12 26v14M12 26v14M34 26v14' fill='none'/><path d='M-28 20v-22l11 -13h34l11 13v22z' fill='#d9b56a'/><path d='M-28 -2h56' fill='none'/><path d='M-7 20v-13h14v13z' fill='#4b3426'/></g>",
  'walls': "<path d='M-34 30v-44h12v10h10v-10h24v10h10v-10h12v44z' fill='#b3a78f' stroke='#4b4034' stroke-width='3'/>",
  'keep': "<path d='M-32 32v-26h16v-38h8v8h8v-8h8v8h8v-8h8v38h8v26z' fill='#8f8678' stroke='#4b4034' stroke-width='3'/><path d='M-4 -10v14M-5 32v-14h10v14z' fill='#4b4034' stroke='#4b4034' stroke-width='3'/>",
  'fields': "<path d='M-34 -14l50 -24M-34 4l66 -32M-32 22l66 -32M-16 32l46 -22' stroke='#a3935a' stroke-width='2' fill='none'/>",
  'rough': "<path d='M-28 -6l10 -16 12 16zM8 -18l9 -14 10 14zM2 26l12 -18 13 18zM-26 30l8 -12 9 12z' fill='#9a8c72' stroke='#5f5442' stroke-width='2'/>",
  'water': "<path d='M-36 -14q9 -9 18 0t18 0 18 0 18 0M-36 16q9 -9 18 0t18 0 18 0 18 0' stroke='#5b87a8' stroke-width='3' fill='none'/>",
};

export const SYMBOLS = {
  'infantry': "<path d='M-26 -16L26 16M-26 16L26 -16'/>",
  'pike': "<path d='M-26 -16L26 16M-26 16L26 -16'/><path d='M0 14v-24'/><path d='M-5 -7L0 -15 5 -7z' fill='#2b2622'/>",
  'missile-infantry': "<path d='M-26 -16L26 16M-26 16L26 -16'/><path d='M12 -9q9 9 0 18' stroke-width='3'/><path d='M12 -9v18' stroke-width='1'/>",
  'firearms': "<path d='M-26 -16L26 16M-26 16L26 -16'/><circle cx='16' r='5' fill='#2b2622'/>",
  'levy': "<path d='M-26 -16L26 16M-26 16L26 -16' stroke-dasharray='7 5'/>",
  'heavy-cavalry': "<path d='M-26 16L26 -16V16z' fill='#2b2622'/>",
  'medium-cavalry': "<path d='M-26 16L26 -16'/><path d='M0 0L26 -16V0z' fill='#2b2622'/>",
  'light-cavalry': "<path d='M-26 16L26 -16'/>",
  'missile-cavalry': "<path d='M-26 16L26 -16'/><path d='M6 0q14 -1 13 13' stroke-width='3'/><path d='M6 0L19 13' stroke-width='1'/><path d='M9 10L19 1' stroke-width='2'/>",
  'artillery': "<path d='M-14 6L20 -8' stroke-width='8'/><circle cx='-6' cy='6' r='8' fill='#f4ecd8'/><circle cx='-6' cy='6' r='2' fill='#2b2622'/>",
  'wagon': "<path d='M-19 -9h38v13h-38z'/><circle cx='-11' cy='9' r='5' fill='#2b2622'/><circle cx='11' cy='9' r='5' fill='#2b2622'/>",
  'baggage': "<path d='M-16 12L0 -12 16 12zM0 -12V12'/>",
  'leader': "<path d='M0 -13L4 -4 13 -4 6 2 9 11 0 6 -9 11 -6 2 -13 -4 -4 -4z' fill='#2b2622'/>",
  'other': "<circle r='9'/>",
};

export const GLYPHS = {
  'standard': "<path d='M-8 42V-34' stroke='#2b2622' stroke-width='6' stroke-linecap='round'/><path d='M-6 -32q14 -9 25 0t25 0v34q-14 9 -25 0t-25 0z' stroke='#2b2622' stroke-width='3'/>",
  'camp': "<path d='M-15 12L0 -13 15 12z' stroke='#2b2622' stroke-width='3' stroke-linejoin='round'/><path d='M-4 12L0 2 4 12z' fill='#2b2622'/>",
  'disc': "<circle r='12' stroke='#2b2622' stroke-width='3'/>",
};

export const DROP = "<path d='M0 -11Q9 1 7 5A7 7 0 1 1 -7 5Q-9 1 0 -11Z' fill='#c01818' stroke='#fff6e3' stroke-width='2'/>";
