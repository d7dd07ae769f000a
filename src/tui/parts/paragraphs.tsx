import {renderWithKeys} from '../../app/kernel/keymap/keymap.ts';
import type {Tone} from '../../app/kernel/spans.ts';
import {wrap} from '../../lib/width.ts';
import type {Message} from '../../messages/text.ts';
import {useTui} from '../hooks.ts';
import {Line} from './line.tsx';

type Props = {paragraphs: readonly {text: Message; tone: Tone}[]; width: number; height: number};

/** Text in place of rows, as far as it fits. */
export function Paragraphs({paragraphs, width, height}: Props) {
	const {keymap} = useTui().services;
	return paragraphs
		.flatMap(({text, tone}) =>
			wrap(renderWithKeys(text, keymap), Math.max(8, width - 2)).map(row => ({text: ` ${row}`, tone})),
		)
		.slice(0, Math.max(0, height))
		.map(span => <Line key={span.text} spans={[span]} />);
}
