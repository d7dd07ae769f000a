import {tableOf} from '../json/maps.ts';

/*
Whether two names look alike. After compatibility normalization, which resolves width, ligatures and styles, invisible
characters are removed, and letters are replaced by the Latin letter or digit that they look like. The table has the single
letters of Latin, Greek, Cyrillic, Armenian, Cherokee, Coptic, Lisu and Hebrew that Unicode lists as confusable with ASCII.
(UTS #39, Unicode Security Mechanisms: confusables.txt) Names that look alike only within another script are not found.
*/

/** The letters by what they look like; `1` and `i` count as `l`, `0` as `o`, and `rn` as `m`. */
const lookAlikes = tableOf<string>({
	2: 'ꝚƧϨꙄ',
	3: 'ꞫȜƷꝪⳌЗӠ',
	4: 'Ꮞ',
	5: 'Ƽ',
	6: 'ⳒбᏮ',
	8: 'ȣȢ',
	9: 'ꝮⳊ',
	a: 'ɑαаΑАᎪꓮ',
	aa: 'ꜳꜲ',
	ae: 'æӕÆӔ',
	ao: 'ꜵꜴ',
	au: 'ꜷꜶ',
	av: 'ꜹꜻꜸꜺ',
	ay: 'ꜽꜼ',
	b: 'ƄЬᏏꞴΒВᏴꓐ',
	bl: 'Ы',
	c: 'ᴄⲥсꮯⲤСᏟꓚ',
	d: 'ԁᏧꓒᎠꓓ',
	dz: 'ʣ',
	e: 'ꬲеҽΕЕᎬꓰ',
	f: 'ꬵꞙẝքꞘϜꓝ',
	g: 'ɡᶃƍցԌᏀᏳꓖ',
	h: 'һհᏂΗⲎНᎻꓧ',
	j: 'ϳјꞲͿЈᎫꓙ',
	k: 'ΚⲔКᏦꓗ',
	l: 'ıɪɩιіꙇӏꭵᎥ׀ƖǀΙⲒІӀוןꓲⳐᏞꓡ',
	ll: 'ǁװ',
	lo: 'Ю',
	ls: 'ʪ',
	lz: 'ʫ',
	m: 'ΜϺⲘМᎷꓟ',
	n: 'ոռΝⲚꓠ',
	o: 'ᴏᴑꬽοσⲟоօסΟⲞОՕꓳ',
	oe: 'œŒ',
	oo: 'ꝏꚙꝎꚘ',
	p: 'ρⲣрΡⲢРᏢꓑ',
	q: 'ԛգզ',
	r: 'ꭇꭈᴦⲅгꮁƦᎡᏒꓣ',
	s: 'ꜱƽѕꮪЅՏᏕᏚꓢ',
	t: 'ΤⲦТᎢꓔ',
	t3: 'Ꜩ',
	tf: 'ꝷ',
	ts: 'ʦ',
	u: 'ꞟᴜꭎꭒʋυսՍꓴ',
	ue: 'ᵫ',
	uo: 'ꭣ',
	v: 'ᴠνѵטꮩѴᏙꓦ',
	w: 'ɯᴡѡԝաꮃԜᎳᏔꓪ',
	x: 'хꞳΧⲬХꓫ',
	y: 'ɣᶌʏỿꭚγуүΥⲨУҮᎩᎽꓬ',
	z: 'ᴢꮓΖᏃꓜ',
});

let table: ReadonlyMap<string, string> | undefined;

const createTable = () =>
	new Map(
		[...lookAlikes].flatMap(([looksLike, letters]) =>
			Array.from(letters, (letter): [string, string] => [letter, looksLike]),
		),
	);

/**
Returns the keys of a name: two names look alike if they have one in common. There are two, because capital and small letters
of other scripts may look like different Latin ones. Empty for a name without visible characters.
*/
export function nameKeys(name: string): readonly string[] {
	const visible = name
		.normalize('NFKD')
		.replaceAll(/\p{Default_Ignorable_Code_Point}|\p{Cc}/gu, '')
		.replaceAll(/\s+/g, ' ')
		.trim();
	if (visible === '') return [];
	return [...new Set([keyOf(visible.toLowerCase()), keyOf(visible)])];
}

/** Returns whether a reader may take one name for the other. The same name looks like itself. */
export const looksLike = (one: string, other: string): boolean => {
	const keys = nameKeys(one);
	return nameKeys(other).some(key => keys.includes(key));
};

/**
Returns a name, and after it the Latin name that a reader may take it for, such as `Тom ≈ tom`. Which of two such names acted
is then visible wherever a sender is shown.
*/
export function markedName(name: string): string {
	if (isAscii(name)) return name;
	const latin = nameKeys(name).find(isAscii);
	return latin === undefined ? name : `${name} ≈ ${latin}`;
}

const isAscii = (text: string): boolean => /^[ -~]*$/.test(text);

function keyOf(text: string): string {
	const letters = (table ??= createTable());
	return [...text]
		.map(letter => letters.get(letter) ?? letters.get(letter.toUpperCase()) ?? letter)
		.join('')
		.toLowerCase()
		.replaceAll(/\p{Pd}/gu, '-')
		.replaceAll(/['`\u2018\u2019\u02b9\u02bc\u2032]/g, "'")
		.replaceAll(/[1i|]/g, 'l')
		.replaceAll('0', 'o')
		.replaceAll('rn', 'm');
}
