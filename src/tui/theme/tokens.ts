import type {Tone} from '../../app/console/paragraph.ts';

/** How a text looks. Colours are names that the terminal's own palette explains, or `#rrggbb`. */
export type Style = {
	color?: string;
	bold?: boolean;
	dim?: boolean;
	inverse?: boolean;
	underline?: boolean;
};

/** What a text means. Every theme gives every meaning a look. */
export type Token =
	| Tone
	| 'plain'
	| 'rule'
	| 'title'
	| 'titleFocused'
	| 'paneFocused'
	| 'heading'
	| 'label'
	| 'selected'
	| 'selectedElsewhere'
	| 'online'
	| 'offline'
	| 'changing'
	| 'unknown'
	| 'live'
	| 'lost'
	| 'info'
	| 'done'
	| 'warning'
	| 'danger'
	| 'hintKey'
	| 'prompt'
	| 'promptFocused'
	| 'placeholder'
	| 'button'
	| 'buttonFocused'
	| 'profile'
	| 'demo'
	| 'changed';

export type Glyphs = {
	horizontal: string;
	vertical: string;
	topLeft: string;
	topRight: string;
	bottomLeft: string;
	bottomRight: string;
	down: string;
	changing: string;
	unknown: string;
	/** Of a server whose console has unread lines. */
	unread: string;
	cursor: string;
};

/** `ascii`: the terminal shows nothing but ASCII, so that every other character is replaced. */
export type Theme = {styles: Record<Token, Style>; glyphs: Glyphs; ascii: boolean};

export type Span = {text: string; tone: Token};

export const lineGlyphs: Glyphs = {
	horizontal: '─',
	vertical: '│',
	topLeft: '┌',
	topRight: '┐',
	bottomLeft: '└',
	bottomRight: '┘',
	down: 'x',
	changing: '~',
	unknown: '?',
	unread: '+',
	cursor: '>',
};

export const asciiGlyphs: Glyphs = {
	...lineGlyphs,
	horizontal: '-',
	vertical: '|',
	topLeft: '+',
	topRight: '+',
	bottomLeft: '+',
	bottomRight: '+',
};
