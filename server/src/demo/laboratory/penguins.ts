import type { Extra } from '@cairn/contract';
import { column, type Datasets, groupBy, type Row, writeCsv, writeJsonFile } from '../datasets.ts';
import { date, dict, float, int, list, statistics, str } from '../extras.ts';
import { scatterPicture } from '../pictures.ts';
import { type DemoRecord, slug } from '../record.ts';

const DARWIN = 'http://rs.tdwg.org/dwc/terms/';
const TAXA: Readonly<Record<string, { name: string; term: string }>> = {
  Adelie: { name: 'Pygoscelis adeliae', term: 'http://purl.obolibrary.org/obo/NCBITaxon_9238' },
  Chinstrap: { name: 'Pygoscelis antarcticus', term: 'http://purl.obolibrary.org/obo/NCBITaxon_79643' },
  Gentoo: { name: 'Pygoscelis papua', term: 'http://purl.obolibrary.org/obo/NCBITaxon_30457' },
};
const MEASURES = [
  ['beak length', 'Beak Length (mm)', 'mm'],
  ['beak depth', 'Beak Depth (mm)', 'mm'],
  ['flipper length', 'Flipper Length (mm)', 'mm'],
  ['body mass', 'Body Mass (g)', 'g'],
] as const;

const SHARED = { license: 'CC0-1.0', visibility: 'public' } as const;
const TAGS = ['antarctica', 'biometry', 'palmer station', 'penguins'];
const CAMPAIGN = dict(
  'campaign',
  [
    str('principal investigator', 'Kristen Gorman'),
    str('station', 'Palmer Station, Antarctica LTER', { term: `${DARWIN}locality` }),
    date('start', '2007-11-01', { term: `${DARWIN}eventDate` }),
    date('end', '2009-12-01'),
    str('source', 'https://github.com/allisonhorst/penguins', { validation: { iri: true } }),
  ],
  { description: 'When and by whom the animals were measured.' },
);

/** Body measures of penguins at Palmer Station: a record for each species and island, and one that compares. */
export async function penguins(data: Datasets): Promise<DemoRecord[]> {
  const rows = await data.json<Row[]>('penguins.json');
  const colonies = groupBy(rows, (row) => `${row.Species} ${row.Island}`);
  return [...colonies.map(([, animals]) => colony(animals)), comparison(rows)];
}

function measures(animals: readonly Row[]): Extra[] {
  return MEASURES.map(([key, name, unit]) => statistics(key, column(animals, name), unit));
}

function points(animals: readonly Row[]): [number, number][] {
  const complete = animals.filter((row) => typeof row['Body Mass (g)'] === 'number');
  return complete.map((row) => [Number(row['Flipper Length (mm)']), Number(row['Body Mass (g)'])]);
}

function colony(animals: readonly Row[]): DemoRecord {
  const { Species: species, Island: island } = animals[0] as { Species: string; Island: string };
  const taxon = TAXA[species] as { name: string; term: string };
  const count = (sex: string) => animals.filter((row) => row.Sex === sex).length;
  const table = MEASURES.map(([key, name, unit]) => {
    const values = column(animals, name);
    return `| ${key} | ${(values.reduce((a, b) => a + b, 0) / values.length).toFixed(1)} ${unit} | ${values.length} |`;
  });
  return {
    ...SHARED,
    identifier: slug('penguins', species, island),
    title: `${species} penguins of ${island} Island: body measures`,
    type: 'measurement',
    tags: [...TAGS, slug(island)],
    description: [
      `Adult *${taxon.name}* caught at their nests on **${island} Island**, measured once and set free again.`,
      '',
      '| Measure | Mean | Animals |',
      '|---|---:|---:|',
      ...table,
      '',
      'The sex was told from blood samples; it is empty where that failed.',
    ].join('\n'),
    extras: [
      dict('organism', [
        str('species', taxon.name, { term: `${DARWIN}scientificName` }),
        str('common name', species, { validation: { options: Object.keys(TAXA) } }),
        str('taxon', taxon.term, { validation: { iri: true } }),
      ]),
      dict('animals', [int('measured', animals.length), int('female', count('FEMALE')), int('male', count('MALE'))]),
      dict('results', measures(animals)),
      CAMPAIGN,
    ],
    files: [
      {
        name: 'measures.csv',
        description: 'One line for each animal; lengths in mm, mass in g.',
        content: writeCsv(animals),
      },
      {
        name: 'flipper-and-mass.png',
        description: 'Body mass over flipper length.',
        content: scatterPicture(points(animals)),
      },
    ],
  };
}

function comparison(rows: readonly Row[]): DemoRecord {
  const species = groupBy(rows, (row) => String(row.Species));
  return {
    ...SHARED,
    identifier: 'penguins-comparison',
    title: 'Three species of penguins compared',
    type: 'analysis',
    tags: [...TAGS, 'comparison'],
    description: [
      'Flipper length and body mass tell Gentoo from the other two; Adelie and Chinstrap differ in the beak only.',
      '',
      'The line through all animals is $m = a + b \\cdot l$ with mass $m$ in g and flipper length $l$ in mm,',
      'fitted by least squares:',
      '',
      '$$b = \\frac{\\sum (l_i - \\bar l)(m_i - \\bar m)}{\\sum (l_i - \\bar l)^2}$$',
    ].join('\n'),
    extras: [
      line(points(rows)),
      list(
        'species',
        species.map(([name, animals]) => dict('', [str('common name', name), ...measures(animals)])),
        { description: 'The same measures for each species.' },
      ),
    ],
    files: [
      {
        name: 'all-species.png',
        description: 'Body mass over flipper length, one colour for each species.',
        content: scatterPicture(...species.map(([, animals]) => points(animals))),
      },
      { name: 'penguins.json', description: 'All animals.', content: writeJsonFile(rows) },
    ],
  };
}

function line(all: readonly [number, number][]): Extra {
  const mean = (at: 0 | 1) => all.reduce((sum, point) => sum + point[at], 0) / all.length;
  const [l, m] = [mean(0), mean(1)];
  const slope =
    all.reduce((sum, [x, y]) => sum + (x - l) * (y - m), 0) / all.reduce((sum, [x]) => sum + (x - l) ** 2, 0);
  return dict('regression', [
    float('slope', Math.round(slope * 100) / 100, 'g/mm'),
    float('intercept', Math.round(m - slope * l), 'g'),
    int('animals', all.length),
  ]);
}
