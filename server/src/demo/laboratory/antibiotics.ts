import { type Datasets, type Row, writeCsv } from '../datasets.ts';
import { bool, dict, float, int, list, str } from '../extras.ts';
import { type DemoRecord, slug } from '../record.ts';

const DRUGS = [
  ['Penicillin', 'http://purl.obolibrary.org/obo/CHEBI_17334'],
  ['Streptomycin', 'http://purl.obolibrary.org/obo/CHEBI_17076'],
  ['Neomycin', 'http://purl.obolibrary.org/obo/CHEBI_7507'],
] as const;

/** From here on a bacterium counts as resistant, in µg/ml. */
const RESISTANT = 4;

const SHARED = { license: 'BSD-3-Clause', visibility: 'public' } as const;

/** Burtin's antibiotics: a sample for each bacterium, and the experiment they were part of. */
export async function antibiotics(data: Datasets): Promise<DemoRecord[]> {
  const strains = await data.json<Row[]>('burtin.json');
  return [...strains.map(sample), experiment(strains)];
}

function sample(strain: Row): DemoRecord {
  const name = String(strain.Bacteria);
  const gram = String(strain.Gram_Staining);
  return {
    ...SHARED,
    identifier: slug('strain', name),
    title: name,
    type: 'sample',
    tags: ['antibiotics', 'bacteria', `gram-${gram}`],
    description: [
      `A strain of *${name}*, Gram-${gram}. The least concentration that stops its growth:`,
      '',
      '| Antibiotic | MIC (µg/ml) |',
      '|---|---:|',
      ...DRUGS.map(([drug]) => `| ${drug} | ${strain[drug]} |`),
    ].join('\n'),
    extras: [
      str('species', name, { term: 'http://rs.tdwg.org/dwc/terms/scientificName' }),
      str('gram staining', gram, { validation: { required: true, options: ['positive', 'negative'] } }),
      list(
        'susceptibility',
        DRUGS.map(([drug, term]) => {
          const concentration = Number(strain[drug]);
          return dict('', [
            str('antibiotic', drug, { term }),
            float('minimum inhibitory concentration', concentration, 'µg/ml', {
              validation: { range: { min: 0, max: null } },
            }),
            bool('resistant', concentration >= RESISTANT),
          ]);
        }),
      ),
    ],
    files: [{ name: 'mic.csv', description: 'Concentrations in µg/ml.', content: writeCsv([strain]) }],
  };
}

function experiment(strains: readonly Row[]): DemoRecord {
  return {
    ...SHARED,
    identifier: 'antibiotics-1951',
    title: 'Effectiveness of three antibiotics against sixteen bacteria',
    type: 'experiment',
    tags: ['antibiotics', 'bacteria', 'history of science'],
    description: [
      'The data behind Will Burtin’s chart of 1951. *Diplococcus pneumoniae* and *Streptococcus fecalis* answer like',
      'members of each other’s genus, and were indeed renamed decades later.',
      '',
      'Potency is best compared as $p = -\\log_{10}(c / c_0)$ with $c_0 = 1\\,\\mu g/ml$.',
    ].join('\n'),
    extras: [
      int('bacteria', strains.length),
      float('threshold of resistance', RESISTANT, 'µg/ml'),
      list(
        'antibiotics',
        DRUGS.map(([drug, term]) =>
          dict('', [
            str('name', drug, { term }),
            int('strains resisting', strains.filter((strain) => Number(strain[drug]) >= RESISTANT).length),
          ]),
        ),
      ),
      str('source', 'https://mbostock.github.io/protovis/ex/antibiotics-burtin.html', { validation: { iri: true } }),
    ],
    files: [{ name: 'burtin.csv', description: 'All strains.', content: writeCsv(strains) }],
  };
}
