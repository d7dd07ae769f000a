import {signs} from '../../app/kernel/text/signs.ts';
import type {Tone} from '../../app/kernel/text/spans.ts';

/** The style of a text. Colors are names from the terminal's own palette, `#rrggbb`, or an index of 256 colors. */
export type Style = {
	color?: string;
	bold?: boolean;
	dim?: boolean;
	inverse?: boolean;
	underline?: boolean;
};

export type Glyphs = {
	horizontal: string;
	vertical: string;
	topLeft: string;
	topRight: string;
	bottomLeft: string;
	bottomRight: string;
	/** After the header of the column that a list is sorted by. */
	ascending: string;
	descending: string;
} & typeof signs;

/** `ascii`: the terminal shows only ASCII, so every other character is replaced. `hasColor`: texts may have their own. */
export type Theme = {styles: Record<Tone, Style>; glyphs: Glyphs; ascii: boolean; hasColor: boolean};

export const lineGlyphs: Glyphs = {
	horizontal: '─',
	vertical: '│',
	topLeft: '┌',
	topRight: '┐',
	bottomLeft: '└',
	bottomRight: '┘',
	ascending: '▲',
	descending: '▼',
	...signs,
};

export const asciiGlyphs: Glyphs = {
	...lineGlyphs,
	horizontal: '-',
	vertical: '|',
	topLeft: '+',
	topRight: '+',
	bottomLeft: '+',
	bottomRight: '+',
	ascending: '^',
	descending: 'v',
};
