import {execFileSync} from 'node:child_process';
import {existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';
import {printableLine} from '../../src/lib/text/text.ts';
import {steady, widthOf} from '../../src/lib/text/width.ts';

/** Names in which terminals and libraries count columns differently; emoji up to Unicode 14, which C libraries know. */
const texts = [
	...'abc|é|e\u0301|漢字|한국어|힣|ㄱㄴ|ᄀ|ｱｲｳ|ＡＢＣ|㍿|·—…‘’“”|●─│█▒|①②|™®©|𝔘𝔫𝔦|𐍈|𓀀|ﷺ|꧁꧂|𠮷|Z\u0300\u0301\u0489'.split(
		'|',
	),
	...'👍|👍🏽|✊🏿|👨‍👩‍👧‍👦|🧑🏻‍🚀|👁️‍🗨️|🏴‍☠️|🏳️‍🌈|🇩🇪|⚠️|⚠|1️⃣|#⃣|❤️|☃|🀄|⌚|⏸|⚡|✅|☎|⚔|★|♪|⚙|🔥|🅰️|🈁|㊗️|🫠|▶️'.split('|'),
	...'สวัสดี|ทำ กำ|ນ້ຳ|नमस्ते|क्षि|ल्\u200dल|क\u200dष|বাংলা|র\u200d্য|தமிழ்|ക്ഷ|ന്\u200d|ଓଡ଼ିଆ|ಕನ್ನಡ|తెలుగు|ਪੰਜਾਬੀ|ગુજરાતી|සිංහල|ශ්\u200dරී'.split(
		'|',
	),
	...'မြန်မာ|က္က|ខ្មែរ|ལྷ་ས|ᨠ᩠ᨠ|ᬓ᭄ᬓ|ꦏ꧀ꦏ|العربية|عَرَبِيّ|ب\u200dـ|עברית|שָׁלוֹם'.split('|'),
];

/** Writes each text in tmux and asks where the cursor is (ECMA-48, CPR). Throws if a width is not ours. */
export async function tryWidths(): Promise<string> {
	const folder = mkdtempSync(path.join(tmpdir(), 'rcondeck-widths-'));
	const [input, output, script] = ['texts', 'columns', 'ask.sh'].map(name => path.join(folder, name)) as [
		string,
		string,
		string,
	];
	const shown = texts.map(text => printableLine(steady(text)));
	writeFileSync(input, shown.map(text => `${text}\n`).join(''));
	writeFileSync(
		script,
		`stty -echo
while IFS= read -r text <&3; do
	printf '\\r\\033[K%s\\033[6n' "$text"
	IFS='[;' read -rs -d R _ row column
	echo "$column" >> '${output}.part'
done 3< '${input}'
mv '${output}.part' '${output}'
`,
	);
	const tmux = ['-L', `rcondeck-widths-${process.pid}`, '-f', '/dev/null', '-u'];
	try {
		const env = {...process.env, LC_ALL: 'C.UTF-8'};
		execFileSync('tmux', [...tmux, 'new-session', '-d', '-x', '100', '-y', '30', `bash '${script}'`], {env});
		for (let waited = 0; !existsSync(output); waited += 100) {
			if (waited > 20_000) throw new Error('tmux does not report the cursor');
			await pause(100);
		}
		const columns = readFileSync(output, 'utf8').trim().split('\n');
		const wrong = shown.flatMap((text, at) => {
			const [ours, theirs] = [widthOf(text), Number(columns[at]) - 1];
			return ours === theirs ? [] : [`${text} (${ours}, not ${theirs})`];
		});
		if (wrong.length > 0) throw new Error(`other widths: ${wrong.join(', ')}`);
		return `${texts.length} texts have our widths`;
	} finally {
		rmSync(folder, {recursive: true, force: true});
	}
}
