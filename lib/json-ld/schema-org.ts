import type { ContextDefinition } from 'jsonld'

/*
 * The published context of schema.org (release 30): what differs from its vocabulary.
 */

const vocabulary = 'http://schema.org/'

/** Prefixes, one a line. */
const prefixes = `
brick https://brickschema.org/schema/Brick#
csvw http://www.w3.org/ns/csvw#
dc http://purl.org/dc/elements/1.1/
dcat http://www.w3.org/ns/dcat#
dcmitype http://purl.org/dc/dcmitype/
dcterms http://purl.org/dc/terms/
dcam http://purl.org/dc/dcam/
doap http://usefulinc.com/ns/doap#
foaf http://xmlns.com/foaf/0.1/
odrl http://www.w3.org/ns/odrl/2/
org http://www.w3.org/ns/org#
owl http://www.w3.org/2002/07/owl#
prof http://www.w3.org/ns/dx/prof/
prov http://www.w3.org/ns/prov#
qb http://purl.org/linked-data/cube#
rdf http://www.w3.org/1999/02/22-rdf-syntax-ns#
rdfs http://www.w3.org/2000/01/rdf-schema#
schema http://schema.org/
sh http://www.w3.org/ns/shacl#
skos http://www.w3.org/2004/02/skos/core#
sosa http://www.w3.org/ns/sosa/
ssn http://www.w3.org/ns/ssn/
time http://www.w3.org/2006/time#
vann http://purl.org/vocab/vann/
void http://rdfs.org/ns/void#
xsd http://www.w3.org/2001/XMLSchema#
xml http://www.w3.org/XML/1998/namespace
dct http://purl.org/dc/terms/
dctype http://purl.org/dc/dcmitype/
cmns-cls https://www.omg.org/spec/Commons/Classifiers/
cmns-col https://www.omg.org/spec/Commons/Collections/
cmns-dt https://www.omg.org/spec/Commons/DatesAndTimes/
cmns-ge https://www.omg.org/spec/Commons/GeopoliticalEntities/
cmns-id https://www.omg.org/spec/Commons/Identifiers/
cmns-loc https://www.omg.org/spec/Commons/Locations/
cmns-q https://www.omg.org/spec/Commons/Quantities/
cmns-txt https://www.omg.org/spec/Commons/Text/
lcc-3166-1 https://www.omg.org/spec/LCC/Countries/ISO3166-1-CountryCodes/
lcc-4217 https://www.omg.org/spec/LCC/Countries/ISO4217-CurrencyCodes/
lcc-lr https://www.omg.org/spec/LCC/Languages/LanguageRepresentation/
fibo-be-corp-corp https://spec.edmcouncil.org/fibo/ontology/BE/Corporations/Corporations/
fibo-be-ge-ge https://spec.edmcouncil.org/fibo/ontology/BE/GovernmentEntities/GovernmentEntities/
fibo-be-le-cb https://spec.edmcouncil.org/fibo/ontology/BE/LegalEntities/CorporateBodies/
fibo-be-le-lp https://spec.edmcouncil.org/fibo/ontology/BE/LegalEntities/LegalPersons/
fibo-be-nfp-nfp https://spec.edmcouncil.org/fibo/ontology/BE/NotForProfitOrganizations/NotForProfitOrganizations/
fibo-be-oac-cctl https://spec.edmcouncil.org/fibo/ontology/BE/OwnershipAndControl/CorporateControl/
fibo-fbc-dae-dbt https://spec.edmcouncil.org/fibo/ontology/FBC/DebtAndEquities/Debt/
fibo-fbc-pas-fpas https://spec.edmcouncil.org/fibo/ontology/FBC/ProductsAndServices/FinancialProductsAndServices/
fibo-fnd-acc-cur https://spec.edmcouncil.org/fibo/ontology/FND/Accounting/CurrencyAmount/
fibo-fnd-agr-ctr https://spec.edmcouncil.org/fibo/ontology/FND/Agreements/Contracts/
fibo-fnd-arr-doc https://spec.edmcouncil.org/fibo/ontology/FND/Arrangements/Documents/
fibo-fnd-arr-lif https://spec.edmcouncil.org/fibo/ontology/FND/Arrangements/Lifecycles/
fibo-fnd-dt-oc https://spec.edmcouncil.org/fibo/ontology/FND/DatesAndTimes/Occurrences/
fibo-fnd-org-org https://spec.edmcouncil.org/fibo/ontology/FND/Organizations/Organizations/
fibo-fnd-pas-pas https://spec.edmcouncil.org/fibo/ontology/FND/ProductsAndServices/ProductsAndServices/
fibo-fnd-plc-adr https://spec.edmcouncil.org/fibo/ontology/FND/Places/Addresses/
fibo-fnd-plc-fac https://spec.edmcouncil.org/fibo/ontology/FND/Places/Facilities/
fibo-fnd-plc-loc https://spec.edmcouncil.org/fibo/ontology/FND/Places/Locations/
fibo-fnd-pty-pty https://spec.edmcouncil.org/fibo/ontology/FND/Parties/Parties/
fibo-fnd-rel-rel https://spec.edmcouncil.org/fibo/ontology/FND/Relations/Relations/
fibo-pay-ps-ps https://spec.edmcouncil.org/fibo/ontology/PAY/PaymentServices/PaymentServices/
gleif-L1 https://www.gleif.org/ontology/L1/
gs1 https://ref.gs1.org/voc/
lcc-cr https://www.omg.org/spec/LCC/Countries/CountryRepresentation/
unece http://unece.org/vocab#
vcard http://www.w3.org/2006/vcard/ns#
bibo http://purl.org/ontology/bibo/
sarif http://sarif.info/
lrmoo http://iflastandards.info/ns/lrm/lrmoo/
snomed http://purl.bioontology.org/ontology/SNOMEDCT/
eli http://data.europa.eu/eli/ontology#
hydra http://www.w3.org/ns/hydra/core#
mo http://purl.org/ontology/mo/
og http://ogp.me/ns#`

/** Terms whose texts are addresses. */
const addresses = `
acquireLicensePage actionableFeedbackPolicy afterMedia archivedAt associatedDisease beforeMedia benefitsSummaryUrl codeRepository colleague
colorSwatch constraintProperty contentUrl correctionsPolicy discussionUrl diseasePreventionInfo diseaseSpreadStatistics diversityPolicy
diversityStaffingReport documentation downloadUrl duringMedia embedUrl ethicsPolicy gameLocation gettingTestedInfo hasGS1DigitalLink hasMap
hasMolecularFunction healthPlanMarketingUrl image inCodeSet inDefinedTermSet installUrl isBasedOn isBasedOnUrl isInvolvedInBiologicalProcess
isLocatedInSubcellularLocation isPartOf labelDetails layoutImage license logo mainEntityOfPage map maps masthead merchantReturnLink
missionCoveragePrioritiesPolicy newsUpdatesAndGuidelines noBylinesPolicy originalMediaLink paymentUrl prescribingInfo productReturnLink
publicTransportClosuresInfo publishingPrinciples quarantineGuidelines relatedLink replyToUrl sameAs schoolClosuresInfo screenshot sdLicense season
serviceUrl shippingSettingsLink significantLink significantLinks speakable target targetUrl thumbnailUrl tourBookingPage trackingUrl travelBans
unnamedSourcesPolicy url usageInfo verificationFactCheckingPolicy webFeed`

/** Terms whose texts are dates or date-times: both have the datatype `Date` there. */
const dates = `
applicationStartDate auditDate availabilityEnds availabilityStarts birthDate commentTime dateCreated dateDeleted dateIssued dateModified datePosted
datePublished dateRead dateVehicleFirstRegistered deathDate dissolutionDate endDate exceptDate expectedArrivalFrom expectedArrivalUntil expires
foundingDate guidelineDate lastReviewed legislationDate legislationDateOfApplicability legislationDateVersion merchantReturnDays modelDate
observationDate orderDate paymentDueDate previousStartDate priceValidUntil productionDate purchaseDate releaseDate scheduledPaymentDate scheduledTime
sdDatePublished startDate uploadDate validFrom validThrough validUntil vehicleModelDate`

const typed = (terms: string, type: string): ContextDefinition =>
  Object.fromEntries(
    terms
      .trim()
      .split(/\s+/)
      .map(term => [term, { '@id': vocabulary + term, '@type': type }]),
  )

/** The context at the addresses of schema.org. */
export const schemaOrgContext: ContextDefinition = {
  '@vocab': vocabulary,
  type: '@type',
  id: '@id',
  HTML: 'rdf:HTML',
  ...Object.fromEntries(
    prefixes
      .trim()
      .split('\n')
      .map(line => line.split(' ')),
  ),
  ...typed(addresses, '@id'),
  ...typed(dates, `${vocabulary}Date`),
}

const address = /^https?:\/\/schema\.org(?:\/|\/docs\/jsonldcontext\.json(?:ld)?\/?)?$/

/** Whether an address is one of those at which schema.org publishes its context. */
export const isSchemaOrgContext = (url: string): boolean => address.test(url)

/** An IRI in one spelling: `http://schema.org/` and `https://schema.org/` are one vocabulary. */
export const sameVocabulary = (iri: string): string =>
  iri.startsWith(vocabulary) ? `https${iri.slice('http'.length)}` : iri
