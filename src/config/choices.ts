/** The looks there are; `auto` goes by the ground of the terminal. */
export const themes = ['auto', 'dark', 'light', 'high-contrast', 'colour-blind', 'plain'] as const;

/** How a copy reaches the clipboard of the terminal; `off`: only a file is written. */
export const clipboards = ['osc52', 'tmux', 'screen', 'off'] as const;
