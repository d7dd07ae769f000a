import type {Background} from '../../../src/tui/terminal/background-color.ts';

/** A palette as its author publishes it: text, background and the sixteen colors in the order of SGR 30–37 and 90–97. */
export type Palette = {
	source: string;
	on: Background;
	text: string;
	back: string;
	sixteen: string;
};

export const palettes: Readonly<Record<string, Palette>> = {
	'Solarized Dark': {
		source: 'https://ethanschoonover.com/solarized/',
		on: 'dark',
		text: '#839496',
		back: '#002b36',
		sixteen:
			'#073642 #dc322f #859900 #b58900 #268bd2 #d33682 #2aa198 #eee8d5 #002b36 #cb4b16 #586e75 #657b83 #839496 #6c71c4 #93a1a1 #fdf6e3',
	},
	'Solarized Light': {
		source: 'https://ethanschoonover.com/solarized/',
		on: 'light',
		text: '#657b83',
		back: '#fdf6e3',
		sixteen:
			'#073642 #dc322f #859900 #b58900 #268bd2 #d33682 #2aa198 #eee8d5 #002b36 #cb4b16 #586e75 #657b83 #839496 #6c71c4 #93a1a1 #fdf6e3',
	},
	Nord: {
		source: 'https://github.com/nordtheme/xresources',
		on: 'dark',
		text: '#d8dee9',
		back: '#2e3440',
		sixteen:
			'#3b4252 #bf616a #a3be8c #ebcb8b #81a1c1 #b48ead #88c0d0 #e5e9f0 #4c566a #bf616a #a3be8c #ebcb8b #81a1c1 #b48ead #8fbcbb #eceff4',
	},
	Tango: {
		source: 'https://github.com/GNOME/vte, Tango in GNOME Terminal',
		on: 'dark',
		text: '#d3d7cf',
		back: '#2e3436',
		sixteen:
			'#2e3436 #cc0000 #4e9a06 #c4a000 #3465a4 #75507b #06989a #d3d7cf #555753 #ef2929 #8ae234 #fce94f #729fcf #ad7fa8 #34e2e2 #eeeeec',
	},
	'One Half Dark': {
		source: 'https://github.com/sonph/onehalf',
		on: 'dark',
		text: '#dcdfe4',
		back: '#282c34',
		sixteen:
			'#282c34 #e06c75 #98c379 #e5c07b #61afef #c678dd #56b6c2 #dcdfe4 #5a6374 #e06c75 #98c379 #e5c07b #61afef #c678dd #56b6c2 #dcdfe4',
	},
	'One Half Light': {
		source: 'https://github.com/sonph/onehalf',
		on: 'light',
		text: '#383a42',
		back: '#fafafa',
		sixteen:
			'#383a42 #e45649 #50a14f #c18301 #0184bc #a626a4 #0997b3 #fafafa #4f525d #df6c75 #98c379 #e4c07a #61afef #c577dd #56b5c1 #ffffff',
	},
	Dracula: {
		source: 'https://spec.draculatheme.com',
		on: 'dark',
		text: '#f8f8f2',
		back: '#282a36',
		sixteen:
			'#21222c #ff5555 #50fa7b #f1fa8c #bd93f9 #ff79c6 #8be9fd #f8f8f2 #6272a4 #ff6e6e #69ff94 #ffffa5 #d6acff #ff92df #a4ffff #ffffff',
	},
	'Gruvbox Dark': {
		source: 'https://github.com/morhetz/gruvbox-contrib',
		on: 'dark',
		text: '#ebdbb2',
		back: '#282828',
		sixteen:
			'#282828 #cc241d #98971a #d79921 #458588 #b16286 #689d6a #a89984 #928374 #fb4934 #b8bb26 #fabd2f #83a598 #d3869b #8ec07c #ebdbb2',
	},
	'Gruvbox Light': {
		source: 'https://github.com/morhetz/gruvbox-contrib',
		on: 'light',
		text: '#3c3836',
		back: '#fbf1c7',
		sixteen:
			'#fbf1c7 #cc241d #98971a #d79921 #458588 #b16286 #689d6a #7c6f64 #928374 #9d0006 #79740e #b57614 #076678 #8f3f71 #427b58 #3c3836',
	},
	xterm: {
		source: 'https://invisible-island.net/xterm/, XTerm-col.ad',
		on: 'dark',
		text: '#e5e5e5',
		back: '#000000',
		sixteen:
			'#000000 #cd0000 #00cd00 #cdcd00 #0000ee #cd00cd #00cdcd #e5e5e5 #7f7f7f #ff0000 #00ff00 #ffff00 #5c5cff #ff00ff #00ffff #ffffff',
	},
	'Windows Terminal Campbell': {
		source: 'https://github.com/microsoft/terminal, defaults.json',
		on: 'dark',
		text: '#cccccc',
		back: '#0c0c0c',
		sixteen:
			'#0c0c0c #c50f1f #13a10e #c19c00 #0037da #881798 #3a96dd #cccccc #767676 #e74856 #16c60c #f9f1a5 #3b78ff #b4009e #61d6d6 #f2f2f2',
	},
	'Terminal.app Basic': {
		source: 'https://en.wikipedia.org/wiki/ANSI_escape_code, Terminal.app',
		on: 'light',
		text: '#000000',
		back: '#ffffff',
		sixteen:
			'#000000 #990000 #00a600 #999900 #0000b2 #b200b2 #00a6b2 #bfbfbf #666666 #e60000 #00d900 #e6e600 #0000ff #e600e6 #00e6e6 #e6e6e6',
	},
	GNOME: {
		source: 'https://gitlab.gnome.org/GNOME/gnome-terminal',
		on: 'dark',
		text: '#d0cfcc',
		back: '#171421',
		sixteen:
			'#171421 #c01c28 #26a269 #a2734c #12488b #a347ba #2aa1b3 #d0cfcc #5e5c64 #f66151 #33da7a #e9ad0c #2a7bde #c061cb #33c7de #ffffff',
	},
};

const names = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'];
const inOrder = [...names, 'gray', ...names.slice(1).map(name => `${name}Bright`)];
const cube = [0, 95, 135, 175, 215, 255];

const hex = (parts: readonly number[]) =>
	`#${parts.map(part => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
const partsOf = (color: string) => [1, 3, 5].map(at => Number.parseInt(color.slice(at, at + 2), 16));

/** The value of a color of a theme: of the palette by its name, by its index from 16, or its own. */
export function colorOf(color: string, sixteen = ''): string {
	if (color.startsWith('#')) return color;
	const index = Number(color);
	if (Number.isNaN(index)) return sixteen.split(' ')[inOrder.indexOf(color)] ?? color;
	if (index >= 232) return hex(Array.from({length: 3}, () => 8 + 10 * (index - 232)));
	return hex([36, 6, 1].map(place => cube[Math.floor((index - 16) / place) % 6] ?? 0));
}

/** The color in which a terminal paints a style. Dim is half-way to the background, as in many of them. */
export function paintedOn(
	{text, back, sixteen}: Palette,
	{color, dim}: {color?: string; dim?: boolean},
): string {
	const full = color === undefined ? text : colorOf(color, sixteen);
	if (!dim) return full;
	const behind = partsOf(back);
	return hex(partsOf(full).map((part, index) => (part + (behind[index] ?? 0)) / 2));
}

/** The contrast of two colors (WCAG 2.2, contrast ratio). */
export function contrastOf(one: string, other: string): number {
	const [light = 0, dark = 0] = [one, other].map(luminance).sort((a, b) => b - a);
	return (light + 0.05) / (dark + 0.05);
}

function luminance(color: string): number {
	const [red = 0, green = 0, blue = 0] = partsOf(color).map(part => {
		const value = part / 255;
		return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
	});
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
