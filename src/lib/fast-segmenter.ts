import {isSimple} from './simple-text.ts';

type Segment = {segment: string; index: number; input: string};

/** Destructured, because the build replaces `Intl.Segmenter` with this class. */
const {Segmenter} = Intl;

/**
Intl.Segmenter for graphemes, without its cost for simple text. The build also gives it to Ink, which segments every
line that it paints. The native segmenter takes 9 ms for its first text, a tenth of the CPU time to the first paint.
*/
export class FastSegmenter {
	readonly #locales: Intl.LocalesArgument;
	readonly #options: Intl.SegmenterOptions | undefined;
	#slow: Intl.Segmenter | undefined;

	constructor(locales?: Intl.LocalesArgument, options?: Intl.SegmenterOptions) {
		this.#locales = locales;
		this.#options = options;
	}

	segment(input: string): Iterable<Segment> & {containing: (at?: number) => Segment | undefined} {
		const inGraphemes = (this.#options?.granularity ?? 'grapheme') === 'grapheme';
		if (!inGraphemes || !hasSimpleUnits(input)) return this.#slowly(input);
		return {
			[Symbol.iterator]: () => units(input),
			containing: (at = 0) => (at >= 0 && at < input.length ? unit(input, Math.trunc(at)) : undefined),
		};
	}

	#slowly(input: string): Intl.Segments {
		this.#slow ??= new Segmenter(this.#locales, this.#options);
		return this.#slow.segment(input);
	}
}

/**
Escape and newline are always graphemes of their own (Unicode annex 29, GB4 and GB5), and painted text is full of them.
*/
function hasSimpleUnits(input: string): boolean {
	return isSimple(input) || (/[\x1b\n]/.test(input) && isSimple(input.replaceAll(/[\x1b\n]/g, '')));
}

function* units(input: string): Generator<Segment> {
	for (let index = 0; index < input.length; index++) yield unit(input, index);
}

function unit(input: string, index: number): Segment {
	return {segment: input.charAt(index), index, input};
}
