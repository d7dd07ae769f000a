import {Box} from 'ink';
import type {Rect} from '../../app/kernel/layout.ts';
import {fitSpans} from '../../app/kernel/spans.ts';
import {renderWithKeys} from '../../app/kernel/keymap/keymap.ts';
import {welcomeMessages} from '../../messages/welcome.ts';
import {useTui} from '../hooks.ts';
import {Line} from '../parts/line.tsx';
import {Title} from '../parts/title.tsx';

/** The introduction for new users. */
export function Welcome({rect: {width}}: {rect: Rect}) {
	const {keymap} = useTui().services;
	const {title, hide, whatThisIs, firstKeys, howToConnect} = welcomeMessages;
	return (
		<Box flexDirection="column" width={width}>
			<Title
				width={width}
				focused={false}
				left={[{text: title, tone: 'title'}]}
				right={[{text: renderWithKeys(hide, keymap), tone: 'faint'}]}
			/>
			{[whatThisIs, firstKeys, howToConnect]
				.map(text => renderWithKeys(text, keymap))
				.map(text => (
					<Line key={text} spans={fitSpans([{text: ` ${text}`, tone: 'plain'}], width)} />
				))}
		</Box>
	);
}
