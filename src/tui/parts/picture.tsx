import {Box, Text} from 'ink';
import type {Pixels} from '../../app/kernel/front-end.ts';

/** Two pixels per cell: the upper half block in the color of the upper pixel, on the color of the lower one. */
export function Picture({pixels: {rows, columns, colors}, x, y}: {pixels: Pixels; x: number; y: number}) {
	return (
		<Box
			position="absolute"
			marginLeft={x}
			marginTop={y}
			width={columns}
			height={Math.ceil(rows / 2)}
			flexDirection="column"
		>
			{Array.from({length: Math.ceil(rows / 2)}, (_, row) => (
				<Text key={`pixels:${row}`} wrap="truncate">
					{Array.from({length: columns}, (_unused, column) => {
						const upper = colors[2 * row]?.[column];
						const lower = colors[2 * row + 1]?.[column];
						const glyph = upper === undefined ? (lower === undefined ? ' ' : '▄') : '▀';
						const front = upper ?? lower;
						const back = upper === undefined ? undefined : lower;
						return (
							<Text
								key={`pixel:${column}`}
								{...(front !== undefined && {color: front})}
								{...(back !== undefined && {backgroundColor: back})}
							>
								{glyph}
							</Text>
						);
					})}
				</Text>
			))}
		</Box>
	);
}
