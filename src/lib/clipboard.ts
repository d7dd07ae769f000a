/** How a copy goes to the terminal; `off`: not at all. A multiplexer that does not pass it on by itself must be told to. */
export type ClipboardWay = 'osc52' | 'tmux' | 'screen' | 'off';

/** screen cuts longer strings off, so they go in pieces. */
const maxInScreen = 76;

/** The bytes with which a terminal takes a text into its clipboard: OSC 52, in base64. (xterm: Operating System Commands) */
export function clipboardBytes(text: string, way: ClipboardWay = 'osc52'): string {
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
