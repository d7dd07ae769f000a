import {Box} from 'ink';
import type {ReactNode} from 'react';
import {cut, widthOf} from '../../lib/text/width.ts';
import {fitSpans, type Span} from '../../app/kernel/text/spans.ts';
import {useTui} from '../hooks.ts';
import type {Rect} from '../../app/kernel/screens/layout.ts';
import {Line, Repeated} from './line.tsx';

type Props = {rect: Rect; title: string; note: string; children: ReactNode};

/** A box over the panes, with its title in the upper edge. Its cells cover everything behind it. */
export function Frame({rect: {x, y, width, height}, title, note, children}: Props) {
	const {glyphs} = useTui().theme;
	const inner = width - 2;
	const end = note === '' ? '' : ` ${note} `;
	const head = cut(` ${title} `, Math.max(0, inner - 2 - widthOf(end)), 'middle');
	const rule = glyphs.horizontal.repeat(Math.max(0, inner - 1 - widthOf(head) - widthOf(end)));
	return (
		<Box
			position="absolute"
			marginLeft={x}
			marginTop={y}
			width={width}
			height={height}
			flexDirection="column"
		>
			<Line
				spans={[
					{text: glyphs.topLeft + glyphs.horizontal, tone: 'rule'},
					{text: head, tone: 'titleFocused'},
					{text: rule + end + glyphs.topRight, tone: 'rule'},
				]}
			/>
			{children}
			<Line
				spans={[
					{text: glyphs.bottomLeft + glyphs.horizontal.repeat(inner) + glyphs.bottomRight, tone: 'rule'},
				]}
			/>
		</Box>
	);
}

/** A box of rows. They keep their places; only their content changes. */
export const FramedRows = ({
	rows,
	...frame
}: Omit<Props, 'children'> & {rows: readonly (readonly Span[])[]}) => (
	<Frame {...frame}>
		{rows
			.map((spans, row) => ({row, spans}))
			.map(({row, spans}) => (
				<Framed key={row} width={frame.rect.width}>
					<Line spans={fitSpans(spans, frame.rect.width - 4)} />
				</Framed>
			))}
	</Frame>
);

/** The rows between the edges; their content is exactly `width - 4` wide. */
export function Framed({width, height = 1, children}: {width: number; height?: number; children: ReactNode}) {
	const {glyphs} = useTui().theme;
	const edge = (text: string) => (
		<Box width={2}>
			<Repeated text={text} tone="rule" height={height} />
		</Box>
	);
	return (
		<Box height={height} width={width}>
			{edge(`${glyphs.vertical} `)}
			<Box width={width - 4} height={height} flexDirection="column">
				{children}
			</Box>
			{edge(` ${glyphs.vertical}`)}
		</Box>
	);
}
