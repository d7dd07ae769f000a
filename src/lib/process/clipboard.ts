/** How text is copied to the terminal's clipboard; `off`: not at all. A multiplexer may require OSC 52 to be wrapped. */
export const clipboardWays = ['osc52', 'tmux', 'screen', 'off'] as const;
export type ClipboardWay = (typeof clipboardWays)[number];

/** screen truncates longer sequences, so they are sent in pieces. */
const maxInScreen = 76;

/** Returns the bytes that make a terminal copy a text: OSC 52, in base64. (xterm: Operating System Commands) */
export function clipboardBytes(text: string, way: ClipboardWay): string {
	const plain = `\x1b]52;c;${Buffer.from(text, 'utf8').toString('base64')}\x07`;
	switch (way) {
		case 'off':
			return '';
		case 'osc52':
			return plain;
		case 'tmux':
			return `\x1bPtmux;${plain.replaceAll('\x1b', '\x1b\x1b')}\x1b\\`;
		case 'screen':
			return (plain.match(new RegExp(`[^]{1,${maxInScreen}}`, 'g')) ?? [])
				.map(piece => `\x1bP${piece}\x1b\\`)
				.join('');
	}
}
